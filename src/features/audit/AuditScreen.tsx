import type { ComponentProps } from 'react'
import { Page } from '../../ui/layout/Page.tsx'
import { AuditList } from './AuditList.tsx'

/** 操作履歴: who did what in the organization. */
export const AuditScreen = (props: ComponentProps<typeof AuditList>) => (
  <Page title="操作履歴">
    <AuditList {...props} />
  </Page>
)
