import { mkdtempSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { connect } from '../../server/db/client.ts'
import { startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { createLog } from '../../server/log.ts'
import { buildOrganization, buildUser } from '../support/accounts.ts'
import { chromiumFlags, chromiumPath } from '../support/chromium.ts'
import { startServer } from '../support/server.ts'
import { fillMaps } from './maps-data.ts'
import { type Device, type Movement, measureMaps } from './maps-page.ts'

// npm run bench:maps -- --pins 200
// A map with pins on the built console and the real server, zoomed and panned by script, one step a frame, against the
// same map without pins. Build first.

const { values } = parseArgs({ options: { pins: { type: 'string', default: '200' } } })
const pins = Number(values.pins)
if (!Number.isInteger(pins) || pins < 1) throw new Error('--pins takes a number from 1')

const screens: Record<string, Device> = {
  desktop: { viewport: { width: 1440, height: 900 }, slowed: 1 },
  'phone, slowed 4×': { viewport: { width: 390, height: 844 }, slowed: 4 },
}
const movements: readonly Movement[] = ['zoom', 'pan']

const folder = mkdtempSync(join(tmpdir(), 'kenshin-bench-'))
await chmod(folder, 0o711)
const cluster = await startEmbedded(folder, 'bench')
const database = connect(cluster.url, createLog('silent'))
try {
  await migrate(cluster.url)
  const organization = await buildOrganization(database)
  const user = await buildUser(database, organization)
  const server = await startServer(cluster.url, { LOG_LEVEL: 'warn', RATE_LIMIT: '1000000' })
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags })
  try {
    const maps = await fillMaps(database, organization.id, join(server.dataDir, 'pictures'), pins)
    const number = (value: number) => value.toFixed(1)
    console.log(
      '| screen | movement | work a frame | without pins | × | between frames, middle | 19 of 20 | without pins |',
    )
    console.log('|---|---|---:|---:|---:|---:|---:|---:|')
    for (const [screen, device] of Object.entries(screens)) {
      const measured = await measureMaps({ browser, origin: server.origin, user }, device, maps, pins)
      for (const movement of movements) {
        const { empty, full } = measured[movement]
        const cells = [full.work, empty.work, full.work / empty.work, full.middle, full.slow, empty.slow]
        console.log(`| ${screen} | ${movement} | ${cells.map(number).join(' | ')} |`)
      }
    }
    console.log(`
${pins} pins. Milliseconds; work: processor time of the page’s process.`)
  } finally {
    await browser.close()
    await server.close()
  }
} finally {
  await database.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
