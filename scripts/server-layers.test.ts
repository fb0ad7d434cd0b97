import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { faultInServer, serverLayers } from './server-layers.ts'

describe('faultInServer', () => {
  it.each([
    ['server/db/client.ts', 'server/features/alerts/index.ts'],
    ['server/storage/s3.ts', 'server/deps.ts'],
    ['server/queue/job-queue.ts', 'server/features/notices/index.ts'],
    ['server/api/adapter.ts', 'server/features/sessions/index.ts'],
    ['server/presenter.ts', 'server/features/pictures/index.ts'],
    ['server/plugins/observe.ts', 'server/features/notices/index.ts'],
    ['server/features/alerts/reconcile.ts', 'server/jobs/workers.ts'],
    ['server/features/alerts/routes.ts', 'server/routes.ts'],
    ['server/jobs/workers.ts', 'server/app.ts'],
  ])('refuses an import of a higher layer: %s → %s', (from, to) => {
    expect(faultInServer(from, to)).toBe('a lower layer of server/ knows no higher one')
  })

  it.each([
    ['server/features/readings/create.ts'],
    ['server/jobs/read-picture.ts'],
    ['server/start.ts'],
    ['scripts/demo/insert.ts'],
  ])('refuses to enter a noun from %s by another file than its index.ts', (from) => {
    expect(faultInServer(from, 'server/features/alerts/repository.ts')).toBe(
      'a noun is entered by server/features/alerts/index.ts',
    )
    expect(faultInServer(from, 'server/features/alerts/index.ts')).toBeNull()
  })

  it.each([
    ['server/features/alerts/reconcile.ts', 'server/features/alerts/repository.ts'],
    ['server/features/alerts/reconcile.ts', 'server/queue/job-queue.ts'],
    ['server/features/alerts/routes.ts', 'server/api/call.ts'],
    ['server/api/adapter.ts', 'server/plugins/compression.ts'],
    ['server/storage/record-refusal.ts', 'server/db/client.ts'],
    ['server/jobs/workers.ts', 'server/queue/job-types.ts'],
    ['server/routes.ts', 'server/features/devices/arrivals-routes.ts'],
    ['scripts/simulate.ts', 'server/time-zone.ts'],
  ])('allows an import of the same or a lower layer: %s → %s', (from, to) => {
    expect(faultInServer(from, to)).toBeNull()
  })

  it('keeps routes from the tables', () => {
    expect(faultInServer('server/features/alerts/routes.ts', 'server/db/schema.ts')).toBe(
      'a route goes through its feature to the database',
    )
  })

  it('refuses a folder without a layer', () => {
    expect(faultInServer('server/new/part.ts', 'server/env.ts')).toContain('has no layer')
    expect(faultInServer('server/app.ts', 'server/new/part.ts')).toContain('has no layer')
  })
})

it.each(serverLayers.flat())('the layers name an existing file or folder: %s', (name) => {
  expect(existsSync(new URL(`../server/${name}`, import.meta.url))).toBe(true)
})
