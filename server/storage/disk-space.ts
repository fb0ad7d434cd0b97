import { stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Env } from '../env.ts'
import type { Log } from '../log.ts'

export type VolumeName = 'database' | 'pictures'

/** `low`: less than a tenth is free. `full`: less than the reserve is free, so pictures are refused. */
export type DiskState = 'ok' | DiskWarning
export type DiskWarning = 'low' | 'full'

/** A file system that holds data of this server. All sizes are in bytes. */
export interface Volume {
  name: VolumeName
  /** Equal for two volumes on the same file system. */
  device: number
  size: number
  /** What this process may still write. */
  free: number
  reserve: number
  state: DiskState
}

export interface DiskSpace {
  /** Measures the volumes, at most every few seconds. A volume that cannot be measured is left out. */
  volumes: () => Promise<readonly Volume[]>
  /** Returns the worst state of all volumes. */
  state: () => Promise<DiskState>
}

export type MeasureDisk = (path: string) => Promise<{ bsize: number; blocks: number; bavail: number }>

const smallestReserve = 1_000_000_000
const reservedShare = 0.05
const lowShare = 0.1
/** Milliseconds. */
const maxAge = 3000

/** `setting`: DISK_RESERVE in bytes. Default: the larger of 1 GB and 5 % of the volume. */
export const reserveOf = (size: number, setting: number | undefined): number =>
  setting ?? Math.max(smallestReserve, size * reservedShare)

/** Free bytes below which each state begins, the worst state first. */
export const limitsOf = ({ size, reserve }: Pick<Volume, 'size' | 'reserve'>): [DiskWarning, number][] => [
  ['full', reserve],
  ['low', size * lowShare],
]

export const diskStateOf = (volume: Pick<Volume, 'free' | 'size' | 'reserve'>): DiskState =>
  limitsOf(volume).find(([, limit]) => volume.free < limit)?.[0] ?? 'ok'

/** Returns the worst of the states; `ok` when nothing could be measured. */
export function worstState(states: readonly DiskState[]): DiskState {
  return (['full', 'low'] as const).find((state) => states.includes(state)) ?? 'ok'
}

/** Folders that grow on this machine. An external database and a bucket cannot be measured. */
export function foldersOf(
  env: Pick<Env, 'DATA_DIR' | 'DATABASE_URL' | 'S3_BUCKET'>,
): readonly [VolumeName, string][] {
  return [
    ...(env.DATABASE_URL === undefined
      ? ([['database', join(env.DATA_DIR, 'postgres')]] as [VolumeName, string][])
      : []),
    ...(env.S3_BUCKET === undefined
      ? ([['pictures', join(env.DATA_DIR, 'pictures')]] as [VolumeName, string][])
      : []),
  ]
}

interface DiskSpaceParts {
  env: Env
  clock: () => Date
  log: Log
  measure?: MeasureDisk | undefined
}

export function createDiskSpace({ env, clock, log, measure = statfs }: DiskSpaceParts): DiskSpace {
  let kept: { at: number; volumes: Promise<readonly Volume[]> } | null = null
  let logged: DiskState = 'ok'

  async function volumeOf([name, folder]: readonly [VolumeName, string]): Promise<Volume | null> {
    try {
      const path = await existing(folder)
      const [{ dev: device }, { bsize, blocks, bavail }] = await Promise.all([stat(path), measure(path)])
      const [size, free] = [blocks * bsize, bavail * bsize]
      const reserve = reserveOf(size, env.DISK_RESERVE)
      return { name, device, size, free, reserve, state: diskStateOf({ free, size, reserve }) }
    } catch (err) {
      // Refusing pictures because of a failed measurement would do more harm than a full disk.
      log.warn({ err, folder }, 'failed to measure free disk space')
      return null
    }
  }

  async function measureAll(): Promise<readonly Volume[]> {
    const all = await Promise.all(foldersOf(env).map(volumeOf))
    const volumes = all.filter((volume) => volume !== null)
    const state = worstState(volumes.map((volume) => volume.state))
    if (state !== logged) {
      const level = state === 'full' ? 'error' : state === 'low' ? 'warn' : 'info'
      log[level]({ state, volumes }, 'free disk space changed')
      logged = state
    }
    return volumes
  }

  const volumes = () => {
    const now = clock().getTime()
    if (kept === null || Math.abs(now - kept.at) > maxAge) kept = { at: now, volumes: measureAll() }
    return kept.volumes
  }
  return { volumes, state: async () => worstState((await volumes()).map((volume) => volume.state)) }
}

/** Returns the folder, or its nearest parent that exists: it is on the same volume as long as nothing is mounted. */
async function existing(folder: string): Promise<string> {
  try {
    await stat(folder)
    return folder
  } catch (error) {
    const parent = dirname(folder)
    if (parent === folder) throw error
    return existing(parent)
  }
}
