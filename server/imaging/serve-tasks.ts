import type { EventEmitter } from 'node:events'
import sharp from 'sharp'
import workerpool from 'workerpool'

type Tasks = NonNullable<Parameters<typeof workerpool.worker>[0]>

/** Registers the tasks of a process made by `createProcessPool`. */
export function serveTasks(tasks: Tasks): void {
  // There is a process per core, and pictures rarely repeat.
  sharp.concurrency(1)
  sharp.cache(false)
  // The server is gone.
  const self: EventEmitter = process
  self.on('error', () => process.exit(1))
  workerpool.worker(tasks)
}
