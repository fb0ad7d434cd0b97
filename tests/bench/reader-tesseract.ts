import { join } from 'node:path'
import sharp from 'sharp'
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js'
import { type Picture, parseBoxes, type Rectangle } from '../../reader/node/index.ts'
import { answerOf } from './reader-cases.ts'
import { modelsWithout } from './reader-folds.ts'
import { loadPicture, type Row, readTable } from './reader-images.ts'
import { apart, percent, share, type Table } from './reader-score.ts'

const LANGUAGE = join(import.meta.dirname, '../../node_modules/@tesseract.js-data/eng/4.0.0_best_int')
/** Pictures of each kind of digit, evenly over the table. */
const SAMPLE = 150
const HEIGHT = 96
const MARGIN = 24
const GAP = 12
const CATEGORIES: Readonly<Record<string, number>> = { drum: 4, seg: 3, dot: 9 }
const WHOLE: Readonly<Record<string, string>> = { counter: 'whole counters', segment: 'whole displays' }

interface Compared {
  kind: string
  own: boolean
  peer: boolean
}

/** tesseract.js on the same pictures, each preprocessed for Tesseract. */
export async function tesseract(folder: string, every: number): Promise<Table[]> {
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: LANGUAGE,
    gzip: true,
    cacheMethod: 'none',
  })
  await worker.setParameters({ tessedit_char_whitelist: '0123456789', user_defined_dpi: '300' })
  try {
    const compared = [...(await singles(worker, folder, every)), ...(await strings(worker, folder, every))]
    const rows = [...Map.groupBy(compared, ({ kind }) => kind)].map(([kind, list]) => [
      kind,
      `${list.length}`,
      percent(share(list, ({ own }) => own)),
      percent(share(list, ({ peer }) => peer)),
    ])
    return [
      {
        title: 'Beside tesseract.js 7 (eng, best_int, digits only) on the same pictures, right in %',
        header: ['pictures', 'n', 'this reader', 'tesseract.js'],
        rows,
        note: 'This reader by the network that never saw the meter. Tesseract gets each digit grey, dark on light, enlarged to 96 px with a margin; of whole rows the best of four ways counts (a line or a word of such digits, the strip as it stands, digit by digit), and right means all digits as labelled.',
      },
      published,
      runtimes,
    ]
  } finally {
    await worker.terminate()
  }
}

async function singles(worker: Worker, folder: string, every: number): Promise<Compared[]> {
  await worker.setParameters({
    tessedit_pageseg_mode: PSM.SINGLE_CHAR,
    tessedit_char_whitelist: '0123456789',
  })
  const clear = (await readTable(folder, 'digits.csv')).filter(
    (row) => row['digit'] !== '' && row['label'] !== 'NaN',
  )
  const compared: Compared[] = []
  for (const [kind, rows] of Map.groupBy(clear, (row) => row['kind'] ?? '')) {
    for (const row of sampled(rows, Math.ceil(SAMPLE / every))) {
      const file = row['file'] ?? ''
      const { models } = await modelsWithout(row['meter'] ?? '')
      const { answer } = await answerOf(folder, file, { category: CATEGORIES[kind], digit_number: 1 }, models)
      const position = answer.position ?? null
      const picture = await figure(await loadPicture(folder, file), { x1: 0, y1: 0, x2: 1, y2: 1 })
      const seen = await recognise(worker, await lineOf([picture]))
      const label = Number(row['label'])
      const own = position !== null && apart(Math.round(position), Math.round(label), 10) === 0
      compared.push({ kind: `${kind} digits`, own, peer: seen === row['digit'] })
    }
  }
  return compared
}

async function strings(worker: Worker, folder: string, every: number): Promise<Compared[]> {
  const compared: Compared[] = []
  for (const [index, row] of (await readTable(folder, 'counters.csv')).entries()) {
    if (index % every !== 0) continue
    const { file = '', meter = '', kind = '' } = row
    const rectangles = row['rectangles'] ?? ''
    const boxes = parseBoxes(rectangles)
    if (!boxes.ok) throw new Error(boxes.reason)
    const { models } = await modelsWithout(meter)
    const known = {
      category: kind === 'counter' ? 4 : 3,
      rectangles,
      decimal_point: Number(row['decimals']),
    }
    const { answer } = await answerOf(folder, file, known, models)
    const picture = await loadPicture(folder, file)
    const seen = await waysToRead(worker, picture, boxes.value)
    const peer = seen.includes(row['ocr'] ?? '')
    compared.push({ kind: WHOLE[kind] ?? kind, own: answer.ocr === row['ocr'], peer })
  }
  return compared
}

/** Tesseract on a row: as one line, as one word, on the raw strip, and digit by digit. */
async function waysToRead(worker: Worker, picture: Picture, boxes: readonly Rectangle[]): Promise<string[]> {
  const digits = await Promise.all(boxes.map((box) => figure(picture, box)))
  const row = await lineOf(digits)
  const strip = await lineOf([await figure(picture, aroundAll(boxes))])
  const seen: string[] = []
  for (const [mode, input] of [
    [PSM.SINGLE_LINE, row],
    [PSM.SINGLE_WORD, row],
    [PSM.SINGLE_LINE, strip],
  ] as const) {
    await worker.setParameters({ tessedit_pageseg_mode: mode })
    seen.push(await recognise(worker, input))
  }
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_CHAR })
  const single: string[] = []
  for (const digit of digits) single.push(await recognise(worker, await lineOf([digit])))
  return [...seen, single.join('')]
}

function aroundAll(boxes: readonly Rectangle[]): Rectangle {
  return {
    x1: Math.min(...boxes.map(({ x1 }) => x1)),
    y1: Math.min(...boxes.map(({ y1 }) => y1)),
    x2: Math.max(...boxes.map(({ x2 }) => x2)),
    y2: Math.max(...boxes.map(({ y2 }) => y2)),
  }
}

const sampled = (rows: readonly Row[], count: number): Row[] =>
  rows.filter((_, index) => index % Math.max(1, Math.floor(rows.length / count)) === 0)

/** Grey, dark on light. */
async function figure({ width, height, data }: Picture, box: Rectangle): Promise<Buffer> {
  const left = Math.min(width - 1, Math.round(box.x1 * width))
  const top = Math.min(height - 1, Math.round(box.y1 * height))
  const size = {
    width: Math.max(1, Math.round(box.x2 * width) - left),
    height: Math.max(1, Math.round(box.y2 * height) - top),
  }
  const grey = sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .extract({ left, top, ...size })
    .greyscale()
    .resize({ height: HEIGHT, kernel: 'cubic' })
    .normalise()
  const upright = await grey.png().toBuffer()
  const { channels } = await sharp(upright).stats()
  const dark = (channels[0]?.mean ?? 128) < 128
  return dark ? sharp(upright).negate({ alpha: false }).png().toBuffer() : upright
}

/** Digits side by side on white. */
async function lineOf(digits: readonly Buffer[]): Promise<Buffer> {
  let left = MARGIN
  const placed: { input: Buffer; left: number; top: number }[] = []
  for (const input of digits) {
    placed.push({ input, left, top: MARGIN })
    left += ((await sharp(input).metadata()).width ?? 0) + GAP
  }
  const size = { width: left + MARGIN, height: HEIGHT + 2 * MARGIN }
  return sharp({ create: { ...size, channels: 3, background: '#fff' } })
    .composite(placed)
    .png()
    .toBuffer()
}

async function recognise(worker: Worker, picture: Buffer): Promise<string> {
  const { data } = await worker.recognize(picture)
  return data.text.replaceAll(/\s/g, '')
}

const published: Table = {
  title: 'Published models as a study measured them on 14 other meters, % (quoted, not run here)',
  header: ['model', 'drum clear', 'drum ±0.1', 'drum ±0.2', 'segment', 'dot', 'whole counters'],
  rows: [
    ['dig-cont_0900_s3_q (had not seen the meters)', '94.8', '73.4', '88.5', '80.2', '83.7', '95.4'],
    ['dig-cont_0700_s3_q (had not seen the meters)', '94.9', '73.7', '87.4', '89.4', '86.7', '97.7'],
    ['dig-class11_1701_s2 (displays partly seen)', '85.5', '51.8', '59.8', '97.3', '80.6', '29.9'],
    ['dig-class100, before it saw each meter', '85.4', '80.3', '82.8', '90.8', '83.7', '–'],
    ['dig-class100-0173-s2-q (had seen the meters)', '99.3', '98.6', '99.3', '100', '100', '98.9'],
    ['tesseract.js 7, eng best_int', '37.3', '–', '–', '14.0', '4.5', '4.6'],
  ],
  note: 'Needles in the same study: ana-cont_1901_s0_q (had seen the dials) 2.0 to 2.7 degrees in the mean, ana-cont_1300_s2 4.8 to 5.5. Elsewhere, on other pictures: ETH analog gauge reader under 2 % of the span, Howells et al. under 1 degree, GaugeTracker 1.81 degrees.',
}

const runtimes: Table = {
  title:
    'Runtimes as the same study measured them in Chromium, with its network of 83,000 parameters (quoted, not run here)',
  header: [
    'runtime',
    'download, brotli, kB',
    'start, ms',
    'a digit, ms',
    'start, slowed 4×',
    'a digit, slowed 4×',
    'in Node',
  ],
  rows: [
    ['plain TypeScript on typed arrays', '78', '75', '3.4', '152', '14.6', 'the same file'],
    ['onnxruntime-web 1.30, WebAssembly', '2,629', '460', '0.6', '1,290', '2.6', 'another package of 46 MB'],
    [
      'LiteRT.js 2.5, WebAssembly',
      '2,230 to 2,368',
      '277 to 306',
      '0.3 to 0.4',
      '618 to 814',
      '1.1 to 1.5',
      '–',
    ],
  ],
  note: 'Hence no runtime library: megabytes on the phone, and a second one on the server, would save some milliseconds a digit.',
}
