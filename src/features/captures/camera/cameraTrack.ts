export interface Abilities {
  torch: boolean
  zoom: { min: number; max: number; step: number } | null
}

/** Torch and zoom; partly missing in TypeScript's types. */
interface CameraCapabilities extends MediaTrackCapabilities {
  torch?: boolean
  zoom?: { min: number; max: number; step?: number }
}

export interface CameraWish extends MediaTrackConstraintSet {
  torch?: boolean
  zoom?: number
}

export const noAbilities: Abilities = { torch: false, zoom: null }

/** What a camera says it can do; Firefox says nothing. */
export function offeredBy(track: MediaStreamTrack | undefined): Abilities {
  const offered: CameraCapabilities = track?.getCapabilities?.() ?? {}
  const { zoom: range } = offered
  return {
    torch: offered.torch === true,
    zoom:
      range && range.max > range.min
        ? { min: range.min, max: range.max, step: range.step ?? (range.max - range.min) / 20 }
        : null,
  }
}

/** Ended, or without pictures since the phone was locked. */
export const isLost = (stream: MediaStream | null): boolean =>
  stream?.getVideoTracks().some((track) => track.readyState === 'ended' || track.muted) ?? false
