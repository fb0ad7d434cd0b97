import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

/** Mails to this address, which the server writes to files without an SMTP server. */
export async function mailsTo(dataDir: string, address: string): Promise<Email[]> {
  const folder = join(dataDir, 'outbox-mail')
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(
    names
      // One that is still being written begins with a dot.
      .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
      .map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  )
  return mails.filter(({ to }) => to?.some((each) => each.address === address))
}
