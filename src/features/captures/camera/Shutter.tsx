import { Slider, UnstyledButton } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { IconBulb, IconBulbFilled } from '@tabler/icons-react'
import { type RefObject, useRef } from 'react'
import { PhotoFileInput } from './PhotoFileInput.tsx'
import type { FileTime } from './recordedTime.ts'
import classes from './Shutter.module.css'
import type { Camera } from './useCamera.ts'
import { useShutterKeys } from './useShutterKeys.ts'
import { useTouchDown } from './useTouchDown.ts'

interface Props {
  meterId: number
  camera: Camera
  button: RefObject<HTMLButtonElement | null>
  /** The camera delivers and nothing is being saved. */
  ready: boolean
  /** The browser stores no photographs for this page. */
  refused: boolean
  saving: boolean
  onShutter: () => void
  onPicture: (picture: Blob, time: FileTime) => void
  onFailure: (error: unknown) => void
}

/** Shutter, in the middle for either thumb; torch, zoom and file input. */
export function Shutter({
  meterId,
  camera,
  button,
  ready,
  refused,
  saving,
  onShutter,
  onPicture,
  onFailure,
}: Props) {
  const { torch, abilities, zoom } = camera
  const isReady = ready && !saving
  useShutterKeys(isReady, onShutter)
  const touched = useRef<HTMLButtonElement>(null)
  useTouchDown(touched, () => {
    if (isReady) onShutter()
  })
  const shutter = useMergedRef(button, touched)
  const Lamp = torch ? IconBulbFilled : IconBulb
  return (
    <div className={classes.controls}>
      {abilities.zoom && (
        <Slider
          className={classes.zoom}
          size="lg"
          thumbSize={28}
          thumbLabel="ズーム"
          label={(factor) => `${factor.toFixed(1)}倍`}
          min={abilities.zoom.min}
          max={abilities.zoom.max}
          step={abilities.zoom.step}
          value={zoom ?? abilities.zoom.min}
          onChange={camera.setZoom}
        />
      )}
      <PhotoFileInput
        meterId={meterId}
        onPicture={onPicture}
        onFailure={onFailure}
        disabled={saving || refused}
      />
      <UnstyledButton
        ref={shutter}
        className={classes.shutter}
        disabled={!isReady}
        aria-busy={saving}
        onClick={onShutter}
      >
        <span className={classes.knob} aria-hidden />
        撮影
      </UnstyledButton>
      {abilities.torch ? (
        <UnstyledButton className={classes.lamp} aria-pressed={torch} onClick={() => camera.setTorch(!torch)}>
          <Lamp size={26} stroke={1.75} aria-hidden />
          ライト
        </UnstyledButton>
      ) : (
        <span className={classes.lamp} />
      )}
    </div>
  )
}
