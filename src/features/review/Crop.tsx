import { IconPhotoOff } from '@tabler/icons-react'
import classes from './Review.module.css'

interface Props {
  label: string
  /** Null: there is no picture. */
  src: string | null
  large?: boolean
}

/** A part of a picture that was read. */
export const Crop = ({ label, src, large = false }: Props) => (
  <figure className={classes.crop} data-large={large || undefined}>
    {src === null ? (
      <span className={classes.noPicture}>
        <IconPhotoOff size={28} stroke={1.5} aria-hidden />
        画像無し
      </span>
    ) : (
      <img src={src} alt={`${label}の画像`} decoding="sync" draggable={false} />
    )}
    <figcaption>{label}</figcaption>
  </figure>
)
