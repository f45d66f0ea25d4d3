-- A distance is raced once a day: added again with another time, it is a correction, not a second race.
alter table race drop constraint race_user_id_raced_on_distance_time_in_seconds_key;

-- Of several times for one day and distance the one that sets the paces stays, else the last one added.
delete from race
where (user_id, race_id) not in (
  select distinct on (r.user_id, r.raced_on, r.distance) r.user_id, r.race_id
  from race r
  left join training_paces p on p.user_id = r.user_id and p.race_id = r.race_id
  order by r.user_id, r.raced_on, r.distance, p.race_id nulls last, r.race_id desc);

alter table race add unique (user_id, raced_on, distance);
