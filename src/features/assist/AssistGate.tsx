import { Skeleton } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import type { CategoryType } from '../../../contract/categories.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import type { Size } from '../../ui/stage/stageGeometry.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { StateMessage } from '../../ui/state/StateMessage.tsx'
import { type PictureBytes, usePicture } from './usePicture.ts'

interface Props {
  picture: string
  /** Undefined while the categories load. */
  category: CategoryType | undefined
  children: (category: CategoryType, size: Size, bytes: () => Promise<PictureBytes>) => ReactNode
}

const loading = <Skeleton height="60dvh" role="status" aria-label="画像を読み込み中" />

/** Renders the editor once the picture, the categories and its script have loaded, and until then that they load. */
export function AssistGate({ picture, category, children }: Props) {
  const { state, bytes } = usePicture(picture)
  const { error, refetch } = useQuery({ ...categoriesQuery, enabled: category === undefined })
  if (state.state === 'failed') {
    return (
      <StateMessage
        icon={IconPhotoOff}
        title="画像を表示できません"
        text="電波の届く所で開き直してください。"
      />
    )
  }
  if (category === undefined && error) return <ErrorState error={error} retry={() => void refetch()} />
  if (category === undefined || state.state === 'loading') return loading
  return <Suspense fallback={loading}>{children(category, state.size, bytes)}</Suspense>
}
