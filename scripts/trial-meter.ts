import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { faces, photograph, plain, settingsOf } from '../faces/index.ts'

/** Renders the meter that can be tried before any camera exists, and writes its settings beside its pictures. */
const folder = new URL('../src/features/home/first-steps/trial/', import.meta.url)
const face = faces.find(({ key }) => key === 'pump-discharge')
if (!face?.range) throw new Error('no face to try')

const shots = { reference: 0.3, normal: 0.42, abnormal: 0.87 }
for (const [name, value] of Object.entries(shots)) {
  const { jpeg } = await photograph(face, value, plain)
  const small = await sharp(jpeg).resize(560).jpeg({ quality: 78, mozjpeg: true }).toBuffer()
  await writeFile(new URL(`${name}.jpg`, folder), small)
}
const { settings, axis, radius } = settingsOf(face)
const fields = {
  decimal_point: face.decimals,
  start_value: face.range.start,
  end_value: face.range.end,
  settings,
  pins: { axis, radius },
}
await writeFile(new URL('settings.json', folder), `${JSON.stringify(fields, null, 2)}\n`)
