import type { EventEmitter } from 'node:events'
import sharp from 'sharp'
import workerpool from 'workerpool'

type Tasks = NonNullable<Parameters<typeof workerpool.worker>[0]>

/** What a process of `startProcesses` does, by name. */
export function registerTasks(tasks: Tasks): void {
  // There is a process for each core already, and hardly a picture comes twice.
  sharp.concurrency(1)
  sharp.cache(false)
  // Ctrl-C and a closed terminal reach every process: the server waits for what is under way before it ends this one.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
  // The server is gone, and nobody is left to hear of it.
  const self: EventEmitter = process
  self.on('error', () => process.exit(1))
  workerpool.worker(tasks)
}
