import { Skeleton } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Size } from '../../ui/stage/stageGeometry.ts'
import { StateMessage } from '../../ui/state/StateMessage.tsx'
import { type PictureBytes, usePicture } from './usePicture.ts'

interface Props {
  picture: string
  children: (size: Size, bytes: () => Promise<PictureBytes>) => ReactNode
}

/** Renders the editor once the picture has loaded. */
export function PictureGate({ picture, children }: Props) {
  const { state, bytes } = usePicture(picture)
  if (state.state === 'loading') return <Skeleton height="60dvh" aria-label="画像を読み込み中" />
  if (state.state === 'failed') {
    return (
      <StateMessage
        icon={IconPhotoOff}
        title="画像を表示できません"
        text="電波の届く所で開き直してください。"
      />
    )
  }
  return children(state.size, bytes)
}
