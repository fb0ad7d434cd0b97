import { Flex } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { type Frame, frameSvg } from '../../../reader/web/index.ts'
import type { Size } from '../../ui/stage/stageGeometry.ts'
import classes from './FramedPicture.module.css'

interface Props {
  src: string | null
  /** Null before reading. */
  frame: Frame | null
  name: string
  large: boolean
  onPress: () => void
}

/** A picture with the read frame; a press enlarges it. */
export function FramedPicture({ src, frame, name, large, onPress }: Props) {
  const [loaded, setLoaded] = useState<{ src: string; size: Size | null } | null>(null)
  const size = loaded?.src === src ? loaded?.size : null
  if (src === null || (loaded?.src === src && size === null)) {
    return (
      <Flex
        component="span"
        direction="column"
        align="center"
        justify="center"
        mih={72}
        fz="xs"
        c="dimmed"
        bg="var(--ground)"
        bdrs={6}
      >
        <IconPhotoOff size={24} aria-hidden />
        画像無し
      </Flex>
    )
  }
  const drawn =
    frame && size
      ? `data:image/svg+xml,${encodeURIComponent(frameSvg(frame, size.width, size.height))}`
      : null
  return (
    <button
      type="button"
      className={classes.picture}
      aria-expanded={large}
      aria-label={large ? `${name}を小さく表示` : `${name}を大きく表示`}
      onClick={onPress}
    >
      <img
        src={src}
        alt=""
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
          setLoaded({ src, size: { width, height } })
        }
        onError={() => setLoaded({ src, size: null })}
      />
      {drawn && <img className={classes.frame} src={drawn} alt="" />}
    </button>
  )
}
