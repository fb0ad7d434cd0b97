import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conditions, faces, photograph, settingsOf } from '../../faces/index.ts'

const cli = new URL('./cli.ts', import.meta.url).pathname

interface Answer {
  id: string | number | null
  value?: number | null
  ocr?: string | null
  degree?: number | null
  confidence?: number
  position?: number | null
  reasons?: string[]
  error?: string
}

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reader-cli-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Results for these lines; strings are sent as they are, others as JSON. */
async function ask(...lines: unknown[]): Promise<Answer[]> {
  const child = spawn(process.execPath, [cli], { stdio: ['pipe', 'pipe', 'inherit'] })
  const input = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')
  child.stdin.end(input)
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  expect(code).toBe(0)
  return output
    .trimEnd()
    .split('\n')
    .map((line): Answer => JSON.parse(line))
}

async function keep(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

/** A rendered meter as a case, with its pins in the photograph. */
async function rendered(key: string, value: number) {
  const face = faces.find((one) => one.key === key)
  if (!face) throw new Error(`no face ${key}`)
  const { settings, axis, radius, area } = settingsOf(face)
  const { jpeg, truth } = await photograph(face, value, conditions(3, 0.05))
  const known = {
    id: key,
    image: await keep(`${key}.jpg`, jpeg),
    category: face.category,
    settings,
    area,
    axis: axis && [axis.x, axis.y],
    radius,
    digit_number: face.digits,
    decimal_point: face.decimals,
  }
  return { face, known, truth, jpeg }
}

describe('a case of each category', () => {
  test('is read', async () => {
    const keyOf = (category: number) => faces.find((face) => face.category === category)?.key ?? ''
    const round = await rendered('pump-discharge', 0.62)
    const panel = await rendered(keyOf(2), faces.find((face) => face.category === 2)?.range?.end ?? 0)
    const [segment, dot] = await Promise.all([rendered(keyOf(3), 21.4), rendered(keyOf(9), 12)])
    const counter = await rendered('water-main', 6980.37)
    const level = await rendered(keyOf(5), faces.find((face) => face.category === 5)?.range?.end ?? 0)
    const { range } = level.face
    const cases = [
      { ...round.known, rectangles: '', digit_number: 0, pins: [] },
      panel.known,
      { ...segment.known, settings: undefined, rectangles: segment.known.settings },
      { ...dot.known, settings: null, rectangles: dot.known.settings },
      { ...counter.known, settings: undefined, rectangles: counter.known.settings },
      { ...level.known, range: range && [range.start, range.end] },
      (await rendered(keyOf(6), 0)).known,
      (await rendered(keyOf(7), 2)).known,
      (await rendered(keyOf(8), 200)).known,
    ]
    const answers = await ask(...cases)
    expect(answers.map(({ id }) => id)).toEqual(cases.map(({ id }) => id))
    expect(answers.filter(({ error }) => error)).toEqual([])
    const [first, second, third, fourth, fifth] = answers
    expect(Math.abs((first?.degree ?? 0) - (round.truth.degree ?? 0))).toBeLessThan(3)
    expect(Object.keys(first ?? {})).toEqual(['id', 'value', 'ocr', 'degree', 'confidence', 'reasons'])
    expect(Math.abs((second?.degree ?? 0) - (panel.truth.degree ?? 0))).toBeLessThan(5)
    expect(third).toMatchObject({ value: segment.truth.value, ocr: segment.truth.ocr?.trim(), degree: null })
    expect(fourth).toMatchObject({ value: dot.truth.value, ocr: dot.truth.ocr?.trim(), degree: null })
    expect(fifth?.ocr).toBe(counter.truth.ocr)
    expect(Math.abs((fifth?.value ?? 0) - 6980.37)).toBeLessThan(0.01)
    for (const one of answers) expect(one.value !== null || (one.reasons ?? []).length > 0).toBe(true)
  })
})

describe('a gauge', () => {
  test('known by its pins instead of settings and radius is read alike', async () => {
    const { face, known } = await rendered('pump-discharge', 0.62)
    const { style } = face
    if (style.kind !== 'round') throw new Error('not round')
    const pins = style.pins.map(([angle, value]) => ({
      x: (style.axis.x + style.radius * Math.sin((angle * Math.PI) / 180)) / style.width,
      y: (style.axis.y - style.radius * Math.cos((angle * Math.PI) / 180)) / style.height,
      value,
    }))
    const [bySettings, byPins] = await ask(known, { ...known, settings: null, radius: null, pins })
    expect(Math.abs((byPins?.degree ?? 0) - (bySettings?.degree ?? 0))).toBeLessThan(0.5)
    expect(Math.abs((byPins?.value ?? 0) - (bySettings?.value ?? 0))).toBeLessThan(0.005)
  })

  test('whose pins come in no order is read by their values', async () => {
    const { known } = await rendered('pump-discharge', 0.62)
    const { axis, radius } = known
    if (axis === null || radius === null) throw new Error('no axis')
    const [x = 0, y = 0] = axis
    const { width, height } = await sharp(known.image).metadata()
    const pins = [
      { degree: 0, value: 0.5 },
      { degree: 225, value: 0 },
      { degree: 135, value: 1 },
    ].map(({ degree, value }) => ({
      x: x + radius * Math.sin((degree * Math.PI) / 180),
      y: y - (radius * width * Math.cos((degree * Math.PI) / 180)) / height,
      value,
    }))
    const [shuffled, ordered] = await ask(
      { ...known, settings: null, pins },
      { ...known, settings: null, pins: pins.toSorted((a, b) => a.value - b.value) },
    )
    expect(ordered?.value).toBeCloseTo(0.62, 1)
    expect(shuffled).toEqual(ordered)
  })

  test('known by axis and radius alone runs once round in ten steps', async () => {
    const { known } = await rendered('pump-discharge', 0.62)
    const { id, image, category, axis, radius } = known
    const [answer] = await ask({ id, image, category, axis, radius })
    expect(answer?.value).toBeCloseTo((answer?.degree ?? 0) / 36, 1)
  })
})

describe('a single figure', () => {
  /** One digit box of a rendered face, as a picture. */
  async function cut(key: string, value: number, index: number) {
    const { face, jpeg } = await rendered(key, value)
    if (face.style.kind !== 'counter' && face.style.kind !== 'display') throw new Error('no figures')
    const box = face.style.boxes[index]
    if (!box) throw new Error('no such box')
    const region = { left: box.x, top: box.y, width: box.width, height: box.height }
    const whole = Object.fromEntries(Object.entries(region).map(([name, at]) => [name, Math.round(at)]))
    return sharp(jpeg)
      .extract({ left: 0, top: 0, width: 1, height: 1, ...whole })
      .resize(20, 32, { fit: 'fill' })
  }

  test('is the whole picture, in every format that pictures come in', async () => {
    const figure = await cut('water-main', 6980.37, 1)
    const { data, info } = await figure.clone().raw().toBuffer({ resolveWithObject: true })
    const upright = () =>
      sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    const lossless = await upright().png().toBuffer()
    const files: Record<string, Uint8Array> = {
      'plain.png': lossless,
      'bitmap.jpg': bitmapOf(data, info.width, info.height),
      'transparent.png': await upright().ensureAlpha().png().toBuffer(),
      'deep.png': await upright().toColourspace('rgb16').png().toBuffer(),
      'grey.png': await upright().greyscale().png().toBuffer(),
      'print.jpg': await upright().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer(),
      'turned.png': await sharp(lossless).rotate(90).withMetadata({ orientation: 8 }).png().toBuffer(),
    }
    const cases = await Promise.all(
      Object.entries(files).map(async ([name, bytes]) => ({
        id: name,
        image: await keep(name, bytes),
        category: 4,
        digit_number: 1,
      })),
    )
    const answers = await ask(...cases)
    for (const answer of answers) {
      expect(answer, String(answer.id)).toMatchObject({ ocr: '9' })
      expect(answer.value).toBe(answer.position)
      expect(Math.abs((answer.position ?? 0) - 9)).toBeLessThan(0.5)
    }
    const [plain, bitmap] = answers
    expect({ ...bitmap, id: 0 }).toEqual({ ...plain, id: 0 })
  })
})

/** 24 bits a pixel. */
function bitmapOf(rgb: Uint8Array, width: number, height: number): Uint8Array {
  const stride = Math.ceil((width * 3) / 4) * 4
  const bytes = Buffer.alloc(54 + stride * height)
  bytes.write('BM', 0, 'latin1')
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(height, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [red = 0, green = 0, blue = 0] = rgb.subarray((y * width + x) * 3)
      bytes.set([blue, green, red], 54 + (height - 1 - y) * stride + x * 3)
    }
  }
  return bytes
}

describe('a bad line', () => {
  test('gives an error with its id where it has one, and the next line is read', async () => {
    const { known } = await rendered('pump-discharge', 0.62)
    const broken = await keep('broken.jpg', Buffer.from('no picture'))
    const cut = await keep('cut.bmp', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60, 1)]))
    const lines: [line: unknown, id: unknown, error: RegExp][] = [
      ['{"id": 1,', null, /JSON/],
      ['', null, /JSON/],
      ['null', null, /object/],
      ['[1]', null, /object/],
      [{ ...known, id: undefined }, null, /^id/],
      [{ ...known, id: 3, image: '/nowhere/a.jpg' }, 3, /no such file/],
      [{ ...known, id: 4, image: folder }, 4, /directory/],
      [{ ...known, id: 5, image: broken }, 5, /not a picture/],
      [{ ...known, id: 6, image: cut }, 6, /not a picture/],
      [{ ...known, id: 7, image: 12 }, 7, /^image/],
      [{ ...known, id: 8, category: 10 }, 8, /^category/],
      [{ ...known, id: 9, category: '1' }, 9, /^category/],
      [{ ...known, id: 10, settings: '0-1' }, 10, /^settings/],
      [{ ...known, id: 10, category: 4 }, 10, /^settings/],
      [{ ...known, id: 11, rectangles: '0@0' }, 11, /^rectangles/],
      [{ ...known, id: 12, axis: [0.5] }, 12, /^axis/],
      [{ ...known, id: 13, radius: -1 }, 13, /^radius/],
      [{ ...known, id: 14, pins: [{ x: 1 }] }, 14, /^pins/],
      [{ ...known, id: 15, digit_number: 2.5 }, 15, /^digit_number/],
      [{ ...known, id: 16, area: [0, 0, 1, 1] }, 16, /^area/],
      [{ ...known, id: 'x', axis: null, pins: [{ x: 0, y: 0, value: 1 }] }, 'x', /^pins: they need an axis/],
    ]
    const answers = await ask(...lines.map(([line]) => line), known)
    expect(answers).toHaveLength(lines.length + 1)
    lines.forEach(([line, id, error], index) => {
      expect(answers[index], JSON.stringify(line)).toEqual({ id, error: expect.stringMatching(error) })
    })
    expect(answers.at(-1)).toMatchObject({ id: 'pump-discharge', reasons: [] })
  })
})
