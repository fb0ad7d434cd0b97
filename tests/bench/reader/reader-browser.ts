import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { chromium, type Page } from 'playwright'
import { conditions, faces, photograph, readerSettingsOf, referencePicture } from '../../../faces/index.ts'
import { decode, loadModels, read } from '../../../reader/node/index.ts'
import { bundle } from '../../support/browser/bundle.ts'
import { chromiumFlags, chromiumPath } from '../../support/browser/chromium.ts'
import type { Bench, BenchMaterial, BenchMeter } from './reader-browser-page.ts'
import type { Table } from './reader-score.ts'
import { uncertainNetwork } from './reader-uncertain-network.ts'

/** CPU slowdown of a phone. */
const PHONE = 4
const MIN = 5
const MAX = 40
/** Milliseconds after which no more rounds are run. */
const ROUNDS_TIMEOUT = 2000
/** Doubtful digits of eight: 30 % of the photographed drums of unseen meters. */
const DOUBTFUL = 3

const weightsFolder = new URL('../../../reader/models/', import.meta.url)

interface Work {
  key: string
  name: string
  /** Limits in milliseconds: on one core, and at the phone's speed. */
  max?: readonly [desktop: number, phone?: number]
}

const workOf = (key: string, name: string, max?: Work['max']): Work => ({
  key,
  name,
  ...(max ? { max } : {}),
})

/** Speed of the reader in Chromium on one core, at full speed and as on a phone; and its download size. */
export async function browserTables(): Promise<Table[]> {
  const counter = await meterOf('city-gas', 48_213.687)
  const all = await networkRuns(counter, Number.POSITIVE_INFINITY)
  const material = { ...(await materialOf()), counter, doubts: DOUBTFUL }
  const works = [
    workOf('first', 'the first reading: networks built, eight drums, code not yet compiled'),
    workOf('decode', 'peer: the browser decodes the gauge’s JPEG'),
    workOf('sums', 'peer: eight million plain sums'),
    workOf('look', 'a digit, one look', [4]),
    workOf('counter', `eight drums of a photograph: ${await networkRuns(counter, 0)} looks`),
    workOf(
      'some doubtful',
      `eight drums, the first ${DOUBTFUL} made doubtful: ${await networkRuns(counter, DOUBTFUL)} looks`,
      [60, 250],
    ),
    workOf('all doubtful', `eight drums, all made doubtful: ${all} looks`, [60, 250]),
    workOf('needle', 'a needle', [60, 250]),
    workOf('registration', 'registration to the reference picture'),
    workOf('whole gauge', 'a whole reading: gauge, with its reference picture'),
    workOf('whole counter', 'a whole reading: counter, with its reference picture'),
  ]
  const [desktop, phone] = await timesAt([1, PHONE], works, material)
  return [speedTable(works, desktop ?? {}, phone ?? {}), await sizeTable()]
}

function speedTable(works: readonly Work[], desktop: Times, phone: Times): Table {
  const time = (times: Times, key: string) => times[key] ?? Number.NaN
  return {
    title: 'On the clock in Chromium, median; decoding apart',
    header: ['work', 'ms, on one core', 'at most', 'of the first peer', `ms, slowed ${PHONE}×`, 'at most'],
    rows: works.map(({ key, name, max }) => [
      name,
      time(desktop, key).toFixed(1),
      `${max?.[0] ?? ''}`,
      (time(desktop, key) / time(desktop, 'decode')).toFixed(2),
      time(phone, key).toFixed(1),
      `${max?.[1] ?? ''}`,
    ]),
    note: `Chromium was told to slow down ${PHONE}×; the peer of plain sums says by how much it did.`,
  }
}

/** Milliseconds by key. */
type Times = Record<string, number>

interface OnPage {
  bench: Bench
}

async function timesAt(
  slowdowns: readonly number[],
  works: readonly Work[],
  material: BenchMaterial,
): Promise<Times[]> {
  const script = await bundle(new URL('reader-browser-page.ts', import.meta.url))
  const folder = await mkdtemp(join(tmpdir(), 'kenshin-bench-'))
  try {
    const all: Times[] = []
    for (const slowdown of slowdowns) {
      // The throttling needs a core of its own, or it slows more than asked.
      const executablePath = slowdown === 1 ? await onOneCore(folder) : chromiumPath
      const browser = await chromium.launch({ executablePath, args: chromiumFlags })
      try {
        all.push(await timesOn(await browser.newPage(), slowdown, script, works, material))
      } finally {
        await browser.close()
      }
    }
    return all
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Chromium pinned to one core, where the system can. */
async function onOneCore(folder: string): Promise<string> {
  if (!existsSync('/usr/bin/taskset')) return chromiumPath
  const command = join(folder, 'chromium')
  await writeFile(command, `#!/bin/sh\nexec taskset --cpu-list 0 ${chromiumPath} "$@"\n`, { mode: 0o755 })
  return command
}

async function timesOn(
  page: Page,
  slowdown: number,
  script: string,
  works: readonly Work[],
  material: BenchMaterial,
): Promise<Times> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addScriptTag({ content: script, type: 'module' })
  await page.waitForFunction(() => 'bench' in globalThis)
  await page.evaluate((given) => (globalThis as unknown as OnPage).bench.prepare(given), material)
  const run = (key: string, rounds: number) =>
    page.evaluate(([name, count]) => (globalThis as unknown as OnPage).bench.run(name, count), [
      key,
      rounds,
    ] as const)
  const times: Times = {}
  for (const { key } of works) {
    const first = await run(key, 1)
    if (key === 'first') {
      times[key] = first
      continue
    }
    const warm = await run(key, 3)
    times[key] = await run(key, Math.min(MAX, Math.max(MIN, Math.round(ROUNDS_TIMEOUT / warm))))
  }
  return times
}

async function materialOf(): Promise<Omit<BenchMaterial, 'counter' | 'doubts'>> {
  return {
    digits: await base64Of('digits'),
    needles: await base64Of('needles'),
    gauge: await meterOf('pump-discharge', 0.62),
  }
}

const base64Of = (name: string) => readFile(new URL(`${name}.bin`, weightsFolder), 'base64')

async function meterOf(key: string, value: number): Promise<BenchMeter> {
  const face = faces.find((one) => one.key === key)
  if (!face) throw new Error(`there is no face ${key}`)
  const { jpeg } = await photograph(face, value, conditions(5, 0.35))
  return {
    photograph: jpeg.toString('base64'),
    reference: (await referencePicture(face)).toString('base64'),
    settings: readerSettingsOf(face),
  }
}

/** Network runs for a meter's digits, repeated views included. */
async function networkRuns({ photograph, settings }: BenchMeter, answers: number): Promise<number> {
  const models = await loadModels()
  const { network, runs } = uncertainNetwork(models.digits, answers)
  read(await decode(Buffer.from(photograph, 'base64')), settings, { ...models, digits: network })
  return runs()
}

/** The built worker and its weights. */
async function sizeTable(): Promise<Table> {
  const code = Buffer.from(await bundle(new URL('../../../reader/web/reader.worker.ts', import.meta.url)))
  const weights = await Promise.all(
    ['digits', 'needles'].map((name) => readFile(new URL(`${name}.bin`, weightsFolder))),
  )
  const row = (what: string, files: readonly Buffer[], max: string) => {
    const total = (size: (file: Buffer) => number) =>
      (files.reduce((sum, file) => sum + size(file), 0) / 1000).toFixed(1)
    return [
      what,
      total((file) => file.length),
      total((file) => gzipSync(file, { level: 9 }).length),
      total((file) => brotliCompressSync(file).length),
      max,
    ]
  }
  return {
    title: 'What a phone fetches for the reader, kB',
    header: ['file', 'plain', 'gzip', 'brotli', 'at most'],
    rows: [row('the worker’s code', [code], '40 compressed'), row('all weights', weights, '400 plain')],
  }
}
