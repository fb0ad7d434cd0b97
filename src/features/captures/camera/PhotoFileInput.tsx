import { IconPhoto } from '@tabler/icons-react'
import clsx from 'clsx'
import { type ChangeEvent, useEffect, useRef } from 'react'
import { awaitPhotograph, endAwaiting } from '../../../lib/held/awaitedPhotograph.ts'
import classes from './PhotoFileInput.module.css'
import type { FileTime } from './recordedTime.ts'
import shutter from './Shutter.module.css'

interface Props {
  meterId: number
  onPicture: (picture: Blob, time: FileTime) => void
  onFailure: (error: unknown) => void
  disabled: boolean
}

/** Always available: the phone's own camera app, or a file. */
export function PhotoFileInput({ meterId, onPicture, onFailure, disabled }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const input = field.current
    // Not in React.
    input?.addEventListener('cancel', endAwaiting)
    return () => input?.removeEventListener('cancel', endAwaiting)
  }, [])
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const file = input.files?.[0]
    endAwaiting()
    if (!file) return
    // Read at once: on iOS a file read later is empty.
    file
      .arrayBuffer()
      .then((bytes) => onPicture(new Blob([bytes]), { at: file.lastModified, from: 'file' }), onFailure)
      // So that the same file can be chosen again.
      .finally(() => {
        input.value = ''
      })
  }
  return (
    <label className={clsx(shutter.lamp, classes.way)} data-disabled={disabled || undefined}>
      <input
        ref={field}
        className={classes.input}
        type="file"
        accept="image/*"
        capture="environment"
        disabled={disabled}
        onClick={() => awaitPhotograph(meterId)}
        onChange={take}
      />
      <IconPhoto size={26} stroke={1.75} aria-hidden />
      写真を撮る・選ぶ
    </label>
  )
}
