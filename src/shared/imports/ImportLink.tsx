import { IconFileImport } from '@tabler/icons-react'
import type { ImportTarget } from '../../../contract/import/importTargets.ts'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'

/** Leads from a list to 取り込み of its rows. */
export const ImportLink = ({ noun }: { noun: ImportTarget }) => (
  <ButtonLink
    to="/import"
    search={{ noun }}
    variant="default"
    leftSection={<IconFileImport size={18} aria-hidden />}
  >
    取り込み
  </ButtonLink>
)
