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
import { fillTiles } from './scroll-data.ts'
import { type Figures, measureDevice } from './scroll-page.ts'

// npm run bench:scroll -- --rows 100000
// All readings on the built console and the real server, scrolled by script: CPU time a frame, against a
// plain page without script with the same pictures at the same positions. Build first.

const { values } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } })
const rows = Number(values.rows)
if (!Number.isInteger(rows) || rows < 1000) throw new Error('--rows takes a number from 1000')

/** One frame in milliseconds. */
const budget = 1000 / 60

const folder = mkdtempSync(join(tmpdir(), 'kenshin-bench-'))
await chmod(folder, 0o711)
const cluster = await startEmbedded(folder, 'bench', { shared_buffers: '256MB' })
const database = connect(cluster.url, createLog('silent'))
try {
  await migrate(cluster.url)
  const organization = await buildOrganization(database)
  const user = await buildUser(database, organization)
  const server = await startServer(cluster.url, { LOG_LEVEL: 'warn', RATE_LIMIT: '1000000' })
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...chromiumFlags, '--enable-precise-memory-info'],
  })
  try {
    await fillTiles(database, organization.id, join(server.dataDir, 'pictures'), rows)
    console.error(`${rows} readings filled`)
    const site = { browser, origin: server.origin, user, rows }
    const desktop = await measureDevice(site, { viewport: { width: 1440, height: 900 }, slowed: 1 })
    console.error('desktop', desktop)
    const phone = await measureDevice(site, { viewport: { width: 390, height: 844 }, slowed: 4 })
    print({ desktop, 'phone, slowed 4×': phone })
  } finally {
    await browser.close()
    await server.close()
  }
} finally {
  await database.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

function print(measured: Record<string, Figures>): void {
  const number = (value: number) => value.toFixed(value < 10 ? 1 : 0)
  console.log('| screen | scrolled | work a frame | of 1/60 s | peer | × peer | worst task |')
  console.log('|---|---|---:|---:|---:|---:|---:|')
  for (const [screen, { runs }] of Object.entries(measured)) {
    for (const { speed, work, peer, worst } of runs) {
      const cells = [work, work / budget, peer, work / peer, worst].map(number)
      console.log(`| ${screen} | ${speed} px a frame | ${cells.join(' | ')} |`)
    }
  }
  console.log('')
  console.log('| screen | readings scrolled through | heap, MB | worst task while loading |')
  console.log('|---|---:|---:|---:|')
  for (const [screen, { came, heap, loading }] of Object.entries(measured)) {
    console.log(`| ${screen} | ${came} | ${number(heap / 1e6)} | ${number(loading)} |`)
  }
  console.log(`
Milliseconds of processor time of the page’s process, so that other work on the machine counts less than on a clock;
worst task: by the clock, 0 where none took 50 ms. peer: the same pictures at the same places in plain HTML.`)
}
