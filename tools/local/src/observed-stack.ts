import { type GarminControl, openControl } from '@pacewright/garmin-stand-in';
import { findFreePorts } from '@pacewright/free-ports';
import { type Prometheus, startPrometheus } from './prometheus.ts';
import { keepSending } from './runner.ts';
import { type Stack, startStack } from './stack.ts';

export type ObservedStack = {
  stack: Stack;
  prometheus: Prometheus;
  garmin: GarminControl;
  stop: () => Promise<void>;
};

/** A minute of the alert rules takes a second. */
export const SPEED_UP = 60;

const NO_LIMIT = 100_000;

type Options = { databaseUrl: string; port?: number; webRoot?: string; emulatorPort?: number };

/** The product with Prometheus, and a runner who keeps sending workouts to the fake Garmin. */
export async function startObservedStack(options: Options): Promise<ObservedStack> {
  const [port = 0, emulatorPort = 0, garminPort = 0, apiMetricsPort = 0, workerMetricsPort = 0] =
    await findFreePorts(5);
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).toReversed()) await each();
  };
  try {
    const stack = await startStack({
      port,
      emulatorPort,
      ...options,
      garminPort,
      settings: {
        LOG_LEVEL: 'fatal',
        RATE_LIMIT_FACTOR: '2',
        METRICS_PORT: String(apiMetricsPort),
        WORKER_PORT: String(workerMetricsPort),
        GARMIN_CALLS_PER_MINUTE: String(NO_LIMIT),
        GARMIN_CALLS_PER_ATHLETE_AND_DAY: String(NO_LIMIT),
      },
    });
    stops.push(stack.stop);
    const [prometheusPort = 0] = await findFreePorts(1);
    const prometheus = await startPrometheus({
      port: prometheusPort,
      apiMetricsPort,
      workerMetricsPort,
      speedUp: SPEED_UP,
    });
    stops.push(prometheus.stop);
    const garmin = openControl(String(stack.garmin?.url));
    await garmin.changeLimits({ perMinute: NO_LIMIT, perUserAndDay: NO_LIMIT });
    const runner = await keepSending(stack);
    stops.push(runner.stop);
    return { stack, prometheus, garmin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
