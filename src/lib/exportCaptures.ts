import { saveFile } from './saveFile.ts'

/** Gives the person every unsent photograph with its description as one ZIP; nothing leaves the outbox by it. */
export async function exportCaptures(userId: number): Promise<void> {
  const { exportUnsent } = await import('../../offline/export.ts')
  const archive = await exportUnsent(userId)
  const now = new Date().toLocaleString('sv-SE').replaceAll(/[^0-9]+/g, '-')
  await saveFile(new File([archive], `kenshin-${now}.zip`, { type: 'application/zip' }))
}
