import { saveFile } from './saveFile.ts'

/** Saves all unsent photographs with descriptions as one ZIP; the outbox keeps them. */
export async function exportCaptures(userId: number): Promise<void> {
  const { exportUnsent } = await import('../../offline/exportUnsent.ts')
  const archive = await exportUnsent(userId)
  const now = new Date().toLocaleString('sv-SE').replaceAll(/[^0-9]+/g, '-')
  await saveFile(new File([archive], `kenshin-${now}.zip`, { type: 'application/zip' }))
}
