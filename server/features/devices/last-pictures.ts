import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { DevicePicture } from '../../../contract/devices.ts'
import type { Tx } from '../../db/client.ts'
import { deviceReports, meters, readings } from '../../db/schema.ts'
import type { Presenter } from '../../presenter.ts'
import { recentPictures } from './repository.ts'

const maxPictures = 100

/** The last pictures of a device with what was read from them, newest first. */
export async function lastPictures(
  tx: Tx,
  organizationId: number,
  deviceId: number,
  limit: number | undefined,
  present: Presenter,
): Promise<DevicePicture[]> {
  const reports = await tx
    .select({
      id: deviceReports.id,
      createdAt: deviceReports.createdAt,
      sha256: deviceReports.pictureSha256,
    })
    .from(deviceReports)
    .where(
      and(
        eq(deviceReports.organizationId, organizationId),
        eq(deviceReports.deviceId, deviceId),
        isNotNull(deviceReports.pictureSha256),
      ),
    )
    .orderBy(desc(deviceReports.createdAt), desc(deviceReports.id))
    .limit(Math.min(limit ?? recentPictures, maxPictures))
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
      const times = read.map(({ reading }) => reading.createdAt.getTime())
      const measuredAt = times.length === 0 ? report.createdAt : new Date(Math.max(...times))
      return { ...report, read, measuredAt }
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
