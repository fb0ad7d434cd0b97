import { sql } from 'drizzle-orm'
import { conditions } from '../../scripts/faces/index.ts'
import type { Database } from '../../server/db/client.ts'
import { recordPicture, storePicture } from '../../server/features/pictures/store.ts'
import { parsePicture } from '../../server/features/pictures/upload.ts'
import { fileStorage } from '../../server/storage/files.ts'
import { gaugePicture } from '../support/rendered-meters.ts'

/** Different photographs; more would only slow the seeding. */
const photographs = 24
const meters = 40

/** Readings of pictured meters, one a minute back from now. */
export async function fillTiles(
  database: Database,
  organizationId: number,
  folder: string,
  rows: number,
): Promise<void> {
  const storage = fileStorage(folder)
  const names: string[] = []
  for (let index = 0; index < photographs; index++) {
    const { jpeg } = await gaugePicture(index / photographs, conditions(index, 0.15))
    const picture = await parsePicture(jpeg, 'bench')
    await storePicture(storage, organizationId, picture)
    await database.asSystem((tx) => recordPicture(tx, organizationId, picture))
    names.push(picture.sha256)
  }
  await database.asSystem(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`
      insert into meters (organization_id, name, meter_unit_id, meter_category_id, decimal_point,
        start_value, end_value, emergency_start_value, emergency_end_value)
      select ${organizationId}, 'No.' || i || ' 第二プラント 冷却水循環ポンプ 吐出圧力', 1, 1, 2, 0, 1, 0.8, 1
      from generate_series(1, ${meters}) as i`)
    await tx.execute(sql`
      insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, read_state, read_value,
        degree, confidence, picture_sha256, created_at, received_at, updated_at)
      select ${organizationId}, first + i % ${meters}, v, 'reader', 'camera', v >= 0.8, 1, v, v * 270, 0.97,
        (${`{${names.join(',')}}`}::text[])[1 + i % ${photographs}], at, at, at
      from (select min(id) as first from meters where organization_id = ${organizationId}) as f,
        generate_series(1, ${rows}) as i,
        lateral (select i % 100 / 100.0 as v, now() - i * interval '1 minute' as at) as made`)
    await tx.execute(sql`analyze`)
  })
}
