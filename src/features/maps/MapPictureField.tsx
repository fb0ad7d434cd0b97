import { Box, Button, FileButton, Flex } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { mapLongSide } from '../../../contract/maps.ts'
import { compressForUpload } from '../../shared/pictures/compressForUpload.ts'
import { pictureAccept, preparePictureFile } from '../../shared/pictures/pictureFile.ts'

export interface ChosenPicture {
  blob: Blob
  url: string
}

interface Props {
  /** The map's current picture. */
  own: string | null
  picture: ChosenPicture | null
  /** The map has pins, which stay where they are. */
  pinned: boolean
  error: ReactNode
  /** Where the form looks for what it focuses. */
  dataPath: string
  onChoose: (picture: ChosenPicture) => void
  onRefused: (message: string) => void
}

/** マップ画像, at most 1,000 px on the long side. */
export function MapPictureField({ own, picture, pinned, error, dataPath, onChoose, onRefused }: Props) {
  const [shrinking, setShrinking] = useState(false)
  const reset = useRef<() => void>(null)
  const shown = picture?.url ?? own
  const choose = async (file: File | null) => {
    if (file === null) return
    // Allows selecting the same file again.
    reset.current?.()
    setShrinking(true)
    const blob = await preparePictureFile(file, (each) => compressForUpload(each, mapLongSide))
    setShrinking(false)
    if (typeof blob === 'string') onRefused(blob)
    else onChoose({ blob, url: URL.createObjectURL(blob) })
  }
  return (
    <Flex component="fieldset" direction="column" gap="xs" align="flex-start" bd={0}>
      <Box component="legend" mb={4} fz="sm" fw={500}>
        マップ画像
        {own === null && (
          <Box aria-hidden component="span" c="var(--mantine-color-error)">
            {' '}
            *
          </Box>
        )}
      </Box>
      {shown !== null && (
        <Box
          component="img"
          maw="100%"
          mah={320}
          bd="1px solid var(--line)"
          bdrs="md"
          src={shown}
          alt="マップ画像"
        />
      )}
      <FileButton accept={pictureAccept} onChange={(file) => void choose(file)} resetRef={reset}>
        {(props) => (
          <Button
            {...props}
            data-path={dataPath}
            variant="default"
            leftSection={<IconPhotoPlus size={20} aria-hidden />}
            loading={shrinking}
          >
            {shown === null ? '画像を選択' : '画像を変更'}
          </Button>
        )}
      </FileButton>
      {picture !== null && pinned && (
        <Box component="p" fz="sm">
          ピンは画像に対する同じ位置に残ります。ずれたピンは、マップで動かしてください。
        </Box>
      )}
      {error && (
        <Box component="p" c="var(--mantine-color-error)" fz="sm" role="alert">
          {error}
        </Box>
      )}
    </Flex>
  )
}
