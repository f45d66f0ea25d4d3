/** Twenty runners of a club, as a coach has them in a message. The first is the fastest. */
export const MESSAGE = `Amara Okafor 17:12 5k
Ben Hartmann, 5 km, 17:38
10k 37:20 Chiara Russo
David Osei, 5 km, 18:05
elif demir 18.31 5k
Felix Braun 18:58
Grace Lin 39:48 10 km
Hugo Martin 19:22 (5k)
Alex Kim 19:57 5k
- Ines Costa – 20:10 for 5k
Jonas Weber 42:05 10K
Katya Novak: 20:44 5k
Liam O’Byrne 21m15 5k
Mei-Ling Tanaka 21'40" 5km
Noor Haddad 10k 45:30
Oskar Lind 22:28 5k
Priya Nair 23:05 parkrun
Quentin Roy 24:10 5k
Rosa Vega 51:20 10k
Sam Whitlock 5k PB 25:30`;
