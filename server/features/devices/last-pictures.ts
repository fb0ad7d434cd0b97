import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { DevicePicture } from '../../../contract/devices.ts'
import type { Tx } from '../../db/client.ts'
import { deviceReports, meters, readings } from '../../db/schema.ts'
import type { Presenter } from '../../presenter.ts'

const limits = { usual: 12, max: 100 }
/** Reports that are looked through: between two pictures many say only that the device lives. */
const maxScanned = 20_000

/** The last pictures of a device with what was read from them, newest first. */
export async function lastPictures(
  tx: Tx,
  organizationId: number,
  deviceId: number,
  limit: number | undefined,
  present: Presenter,
): Promise<DevicePicture[]> {
  const latest = tx
    .select()
    .from(deviceReports)
    .where(and(eq(deviceReports.organizationId, organizationId), eq(deviceReports.deviceId, deviceId)))
    .orderBy(desc(deviceReports.createdAt), desc(deviceReports.id))
    .limit(maxScanned)
    .as('latest')
  const reports = await tx
    .select({ id: latest.id, createdAt: latest.createdAt, sha256: latest.pictureSha256 })
    .from(latest)
    .where(isNotNull(latest.pictureSha256))
    .orderBy(desc(latest.createdAt), desc(latest.id))
    .limit(Math.min(limit ?? limits.usual, limits.max))
  const rows = await tx
    .select({ reading: readings, name: meters.name })
    .from(readings)
    .innerJoin(meters, eq(meters.id, readings.meterId))
    .where(
      and(
        eq(readings.organizationId, organizationId),
        inArray(
          readings.reportId,
          reports.map(({ id }) => id),
        ),
        isNull(readings.deletedAt),
      ),
    )
    .orderBy(meters.name, readings.id)
  const byReport = Map.groupBy(rows, ({ reading }) => reading.reportId)
  return reports
    .map((report) => {
      const read = byReport.get(report.id) ?? []
      return { ...report, read, measuredAt: read[0]?.reading.createdAt ?? report.createdAt }
    })
    .sort((a, b) => b.measuredAt.getTime() - a.measuredAt.getTime())
    .flatMap(({ sha256, read, measuredAt }) => {
      const [image, thumbnail] = [present.picture(sha256, 'original'), present.picture(sha256, 'thumbnail')]
      if (image === null || thumbnail === null) return []
      const shown = read.map(({ reading, name }) => ({
        id: reading.id,
        meter_id: reading.meterId,
        meter_name: name,
        value: reading.value,
        read_state: reading.readState,
        created_at: present.instant(reading.createdAt),
        is_time_unconfirmed: reading.timeMark === 'unconfirmed',
      }))
      return [{ created_at: present.instant(measuredAt), image, thumbnail, readings: shown }]
    })
}
