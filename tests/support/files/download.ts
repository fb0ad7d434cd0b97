import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright'

/** Clicks a download link and returns the file's bytes. */
export async function download(link: Locator): Promise<Uint8Array> {
  const saved = link.page().waitForEvent('download')
  await link.click()
  return readFile(await (await saved).path())
}
