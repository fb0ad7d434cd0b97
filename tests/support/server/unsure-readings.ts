import { join } from 'node:path'
import sharp from 'sharp'
import type { meters, readings } from '../../../server/db/schema.ts'
import { fileStorage } from '../../../server/storage/files.ts'
import type { Site } from '../browser/site.ts'
import { addMeter, addPicture, addReading } from './builders.ts'

interface Given {
  meter?: Partial<typeof meters.$inferInsert>
  reading?: Partial<typeof readings.$inferInsert>
}

/** Adds readings of which the reader is not sure, each of its own gauge, picture and value; the first one waits first. */
export async function addUnsureReadings(
  { database, organization, server }: Site,
  count: number,
  givenOf: (index: number) => Given = () => ({}),
) {
  const storage = fileStorage(join(server.dataDir, 'pictures'))
  const now = Date.now()
  const added: { meter: typeof meters.$inferSelect; reading: typeof readings.$inferSelect }[] = []
  for (let index = 0; index < count; index++) {
    const background = { r: index % 256, g: Math.floor(index / 256), b: 120 }
    const bytes = await sharp({ create: { width: 320, height: 160, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const { sha256: pictureSha256 } = await addPicture({ database, storage }, organization.id, bytes)
    const given = givenOf(index)
    const meter = await addMeter(database, organization.id, {
      name: `計器${index + 1}`,
      decimalPoint: 3,
      ...given.meter,
    })
    const value = given.reading?.value ?? (index + 1) / 1000
    const reading = await addReading(database, meter, {
      value,
      readValue: value,
      valueSource: 'reader',
      source: 'phone',
      readState: 1,
      confidence: 0.5,
      pictureSha256,
      createdAt: new Date(now - (index + 1) * 60_000),
      ...given.reading,
    })
    added.push({ meter, reading })
  }
  return added
}
