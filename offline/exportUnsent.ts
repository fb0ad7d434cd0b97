import { downloadZip } from 'client-zip'
import { endingOf } from './captures.ts'
import { listCaptures, readBytes } from './outbox.ts'
import { isUnsent } from './sendable.ts'

/** One photograph of an export. Imported under the same key, so it counts once. */
interface ExportedCapture {
  id: string
  /** Path in the archive; null: the stored bytes are missing or unreadable. */
  file: string | null
  sha256: string
  byte_length: number
  mime: string
  meter_id: number
  meter_name: string
  organization_id: number
  /** ISO 8601 in UTC, by the phone's clock. */
  captured_at: string
  /** Minutes ahead of UTC. */
  tz_offset: number
  /** In the meter's unit; null: undecided, the server reads. */
  value: number | null
  value_source: 'accepted' | 'corrected' | null
}

/**
 * A ZIP of the user's unsent captures, oldest first: the photographs and `manifest.json`. Changes nothing in
 * the outbox. Works offline.
 */
export async function exportUnsent(userId: number): Promise<Blob> {
  const rows = (await listCaptures(userId)).filter((row) => isUnsent(row.state)).reverse()
  const manifest: ExportedCapture[] = []
  async function* files() {
    for (const row of rows) {
      // An unreadable one must not stop the others.
      const bytes = await readBytes(row.id).catch(() => null)
      const file = bytes === null ? null : `${row.id}.${endingOf(row.mime)}`
      manifest.push({
        id: row.id,
        file,
        sha256: row.sha256,
        byte_length: row.byteLength,
        mime: row.mime,
        meter_id: row.meterId,
        meter_name: row.meterName,
        organization_id: row.organizationId,
        captured_at: new Date(row.capturedAt).toISOString(),
        tz_offset: row.tzOffset,
        value: row.value,
        value_source: row.valueSource,
      })
      if (bytes !== null && file !== null)
        yield { name: file, input: bytes, lastModified: new Date(row.capturedAt) }
    }
    yield { name: 'manifest.json', input: JSON.stringify(manifest, null, 2), lastModified: new Date() }
  }
  return downloadZip(files()).blob()
}
