import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { conditions, type Face, faces, photograph, plain, unreadable, valueAt } from './index.ts'
import type { Conditions } from './types.ts'

const cell = { width: 480, height: 480 }
const columns = 4

async function sheet(file: string, shots: { face: Face; how: Conditions }[]): Promise<void> {
  const cells = await Promise.all(
    shots.map(async ({ face, how }, i) => {
      const at = new Date(Date.UTC(2026, 10, 20, 1, i * 37))
      const { jpeg } = await photograph(face, valueAt(face, at), how)
      const input = await sharp(jpeg)
        .resize(cell.width - 6, cell.height - 6, { fit: 'inside' })
        .toBuffer()
      return { input, left: (i % columns) * cell.width, top: Math.floor(i / columns) * cell.height }
    }),
  )
  const size = { width: columns * cell.width, height: Math.ceil(shots.length / columns) * cell.height }
  await sharp({ create: { ...size, channels: 3, background: '#202224' } })
    .composite(cells)
    .toFile(file)
  console.log(file)
}

const [folder] = process.argv.slice(2)
if (!folder) {
  console.error('node faces/contact-sheet.ts OUTDIR')
  process.exit(2)
}
await mkdir(folder, { recursive: true })
await sheet(
  join(folder, 'plain.png'),
  faces.map((face) => ({ face, how: plain })),
)
for (const severity of [0.3, 0.6, 1]) {
  const shots = faces.map((face, i) => ({ face, how: conditions(i * 101 + 7, severity) }))
  await sheet(join(folder, `severity-${severity}.png`), shots)
}
await sheet(
  join(folder, 'unreadable.png'),
  faces.slice(0, 8).map((face, i) => ({ face, how: unreadable(i) })),
)
for (const face of faces) {
  const how = conditions(face.style.seed, 0.3)
  const { jpeg } = await photograph(face, valueAt(face, new Date(Date.UTC(2026, 10, 20, 3))), how)
  await writeFile(join(folder, `${face.key}.jpg`), jpeg)
}
