import { Button, FileButton } from '@mantine/core'
import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { pictureAccept } from './pictureFile.ts'

interface Props {
  isChosen: boolean
  /** Takes the file over; the button is loading meanwhile. */
  onFile: (file: File) => Promise<void>
  onRemove: () => void
}

/** 画像を選択, 画像を変更 and 画像を外す. */
export function PictureChooser({ isChosen, onFile, onRemove }: Props) {
  const [working, setWorking] = useState(false)
  const reset = useRef<() => void>(null)
  const choose = async (file: File | null) => {
    if (file === null) return
    // Allows selecting the same file again.
    reset.current?.()
    setWorking(true)
    await onFile(file)
    setWorking(false)
  }
  return (
    <>
      <FileButton accept={pictureAccept} onChange={(file) => void choose(file)} resetRef={reset}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconPhotoPlus size={20} aria-hidden />}
            loading={working}
          >
            {isChosen ? '画像を変更' : '画像を選択'}
          </Button>
        )}
      </FileButton>
      {isChosen && (
        <Button variant="subtle" leftSection={<IconX size={18} aria-hidden />} onClick={onRemove}>
          画像を外す
        </Button>
      )}
    </>
  )
}
