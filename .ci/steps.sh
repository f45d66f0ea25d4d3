# Source this file, for .ci/run and .ci/nightly. It has steps, what they need installed, and the table at the end.
# With --dry-run the steps are named and not run. With names of steps, only these run: bash .ci/nightly bench frames

# Against a step that hangs, not against a busy machine.
MAX_STEP_SECONDS=7200

results=$PWD/.cache/ci
is_dry_run=
[ "${1:-}" != --dry-run ] || { is_dry_run=yes && results=$(mktemp -d) && shift; }
chosen=" $* "
known=' install '
background_steps=()

start() { # packages to provide
  export CI=true
  rm -rf "$results" && mkdir -p "$results"
  : > "$results/steps.tsv"
  . .ci/env.sh || give_up 'Node or pnpm could not be fetched.'
  [ -z "$is_dry_run" ] || return 0
  echo "node $(node --version), pnpm $(pnpm --version)"
  local package
  for package in "$@"; do "provide_$package" || give_up "${package^} could not be provided."; done
}

step() { # name, command
  known+="$1 "
  [ -z "${chosen// /}" ] || [[ " install$chosen" == *" $1 "* ]] || return 0
  local name=$1 from=$SECONDS code=0
  shift
  echo "== $name: $*"
  [ -z "$is_dry_run" ] || return 0
  : > "$results/$name.log"
  timeout --kill-after=30 "$MAX_STEP_SECONDS" "$@" >> "$results/$name.log" 2>&1 &
  local command=$!
  # Processes that a command leaves behind would keep a pipe open, but not a file.
  tail --lines=+1 --follow --sleep-interval=0.2 --pid="$command" "$results/$name.log"
  wait "$command" || code=$?
  printf '%s\t%s\t%s\n' "$code" "$name" "$((SECONDS - from))" >> "$results/steps.tsv"
  echo "-- $name: $((SECONDS - from)) s$([ "$code" -eq 0 ] || echo ", FAILED with $code")"
  return "$code"
}

# Their reports are added up at the end.
step_vitest() { # name, command
  step "$@" --reporter=default --reporter=json --outputFile.json="$results/$1.json"
}

step_playwright() { # name, command
  PLAYWRIGHT_JSON_OUTPUT_FILE="$results/$1.json" step "$@" --reporter=list,json
}

background() { # name, command: a step that runs during the next ones
  known+="$1 "
  step "$@" > "$results/$1.background" 2>&1 &
  background_steps+=("$1:$!")
}

wait_background() {
  local each
  for each in "${background_steps[@]}"; do
    wait "${each##*:}"
    cat "$results/${each%%:*}.background"
  done
  background_steps=()
}

# One build and one started product for all steps in a browser. Without it, each of them starts its own, as a few
# chosen steps do.
start_stack() {
  [ -z "$is_dry_run" ] && [ -z "${chosen// /}" ] || return 0
  node apps/web/tools/e2e-stack.ts "$results/stack.env" &
  stack=$!
  until [ -s "$results/stack.env" ] || ! kill -0 "$stack" 2> /dev/null; do sleep 0.2; done
  [ ! -s "$results/stack.env" ] || . "$results/stack.env"
}

stop_stack() { [ -z "${stack:-}" ] || { kill "$stack" 2> /dev/null && wait "$stack"; }; }

give_up() {
  echo "$1" >&2
  echo '0 passed, 1 failed'
  exit 1
}

# The last line is "N passed, N failed".
finish() {
  local code name seconds
  for name in $chosen; do [[ $known == *" $name "* ]] || give_up "There is no step $name."; done
  # Where only the end of the output is shown, the reason for a failure is in it.
  while IFS=$'\t' read -r code name seconds; do
    [ "$code" -eq 0 ] || { echo "== the end of $name"; tail --lines=40 "$results/$name.log"; }
  done < "$results/steps.tsv"
  local sum
  sum=$(node tools/repository/src/sum-results.ts "$results" "$SECONDS")
  code=$?
  [ -z "$is_dry_run" ] || rm -r "$results"
  [ -n "$sum" ] || give_up 'The results could not be added up.'
  echo "$sum"
  exit "$code"
}

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }

apt_install() {
  [ -n "${apt_updated:-}" ] || as_root apt-get update -qq && apt_updated=yes
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" > /dev/null
}

# Debian starts the service of a package when it is installed, unless this policy forbids it.
apt_install_stopped() {
  local policy=/usr/sbin/policy-rc.d code=0
  [ ! -e "$policy" ] || { apt_install "$@"; return; }
  printf '#!/bin/sh\nexit 101\n' | as_root tee "$policy" > /dev/null && as_root chmod 755 "$policy"
  apt_install "$@" || code=$?
  as_root rm -f "$policy"
  return "$code"
}

# The headless shell opens a page in a quarter of the time.
find_chromium() { command -v chromium-headless-shell || command -v chromium || command -v chromium-browser; }

provide_chromium() {
  command -v chromium-headless-shell > /dev/null || apt_install chromium-headless-shell || apt_install chromium || return 1
  CHROMIUM_PATH="${CHROMIUM_PATH:-$(find_chromium)}"
  export CHROMIUM_PATH
  echo "chromium: $CHROMIUM_PATH"
}

# Tests start and stop their own Redis.
provide_redis() { command -v redis-server > /dev/null || apt_install_stopped redis-server; }

# promtool checks the alert rules, and a slow test starts Prometheus itself.
provide_prometheus() { { command -v promtool && command -v prometheus; } > /dev/null || apt_install_stopped prometheus; }

# The rehearsal of a restore starts a server of its own.
provide_pgbackrest() { install_postgres && { command -v pgbackrest > /dev/null || apt_install pgbackrest; }; }

# The test of failures starts a replicated database of its own, of Patroni, etcd and HAProxy.
provide_cluster() {
  install_postgres &&
    { { command -v patroni && command -v etcd && [ -x /usr/sbin/haproxy ]; } > /dev/null ||
      apt_install_stopped patroni etcd-server haproxy; }
}

install_postgres() { compgen -G '/usr/lib/postgresql/*/bin/initdb' > /dev/null || apt_install postgresql; }

# Uses the server at DATABASE_URL, or a local one without a password, or else starts a temporary one.
provide_postgres() {
  if [ -z "${DATABASE_URL:-}" ]; then
    export DATABASE_URL=postgres://postgres@127.0.0.1:5432/postgres
    psql --no-password --quiet --command 'select 1' "$DATABASE_URL" > /dev/null 2>&1 || start_postgres || return 1
  fi
  echo "postgres: ${DATABASE_URL##*@}"
}

start_postgres() {
  install_postgres || return 1
  pg_bin=$(dirname "$(compgen -G '/usr/lib/postgresql/*/bin/initdb' | sort -V | tail -1)")
  pg_home=$(mktemp -d)
  local port=54320
  while (: > "/dev/tcp/127.0.0.1/$port") 2> /dev/null; do port=$((port + 1)); done
  [ "$(id -u)" -ne 0 ] || chown postgres "$pg_home"
  trap 'as_postgres "$pg_bin/pg_ctl" -D "$pg_home/data" -m immediate stop > /dev/null 2>&1; rm -rf "$pg_home"' EXIT
  as_postgres "$pg_bin/initdb" -D "$pg_home/data" -U postgres -A trust -E UTF8 --no-sync > /dev/null &&
    as_postgres "$pg_bin/pg_ctl" -D "$pg_home/data" -l "$pg_home/log" -w start \
      -o "-p $port -k $pg_home -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200" > /dev/null ||
    return 1
  export DATABASE_URL=postgres://postgres@127.0.0.1:$port/postgres
}

# PostgreSQL does not run as root.
as_postgres() { (cd / && if [ "$(id -u)" -eq 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi); }
