import { IconPhoto } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../../ui/layout/ButtonLink.tsx'
import { useSharedCount } from './useSharedCount.ts'

/** Behind a shared picture: the way to those that still wait for their meter, else `children`. */
export function NextShared({ children }: { children: ReactNode }) {
  const left = useSharedCount()
  if (left === undefined) return null
  if (left === 0) return children
  return (
    <ButtonLink to="/capture" size="lg" replace leftSection={<IconPhoto size={24} aria-hidden />}>
      次の共有された写真（残り {left}枚）
    </ButtonLink>
  )
}
