import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { PictureKey } from '../storage/storage.ts'
import { damaged, names, readManifest, sha256OfFile } from './manifest.ts'

type Picture = Pick<PictureKey, 'organizationId' | 'sha256'>

interface EarlierFile {
  /** Its line in the listing. */
  line: string
  bytes: number
}

/** The pictures of an earlier backup. */
export interface EarlierPictures {
  folder: string
  /**
   * Returns the files of one picture by their path within `folder`. Listings are sorted by organization and hash, so the
   * listing is read only once; a picture that is asked for out of that order is not found.
   */
  filesOf: (picture: Picture) => Promise<ReadonlyMap<string, EarlierFile>>
}

const noFiles: ReadonlyMap<string, EarlierFile> = new Map()

/** Opens the pictures of an earlier backup. Rejects with a StartError if the folder holds no intact backup. */
export async function openEarlierPictures(backup: string): Promise<EarlierPictures> {
  const { pictures } = readManifest(backup)
  const listing = join(backup, names.listing)
  if ((await sha256OfFile(listing)) !== pictures.sha256) throw damaged(listing)
  const groups = filesByPicture(listing)
  let current = await groups.next()
  return {
    folder: join(backup, names.pictures),
    async filesOf(picture) {
      while (!current.done && compare(current.value.picture, picture) < 0) current = await groups.next()
      return !current.done && compare(current.value.picture, picture) === 0 ? current.value.files : noFiles
    },
  }
}

async function* filesByPicture(listing: string) {
  let picture: Picture | null = null
  let files = new Map<string, EarlierFile>()
  for await (const line of createInterface({ input: createReadStream(listing) })) {
    const [, bytes, path = ''] = line.split(' ')
    const [organization, , name = ''] = path.split('/')
    const next = { organizationId: Number(organization), sha256: name.split('.')[0] ?? '' }
    if (picture !== null && compare(picture, next) !== 0) {
      yield { picture, files }
      files = new Map()
    }
    picture = next
    files.set(path, { line, bytes: Number(bytes) })
  }
  if (picture !== null) yield { picture, files }
}

function compare(one: Picture, other: Picture): number {
  if (one.organizationId !== other.organizationId) return one.organizationId - other.organizationId
  return one.sha256 < other.sha256 ? -1 : one.sha256 > other.sha256 ? 1 : 0
}
