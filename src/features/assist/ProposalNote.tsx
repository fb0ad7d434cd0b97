import { Button, Group, Loader } from '@mantine/core'
import { IconWand } from '@tabler/icons-react'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import classes from './ProposalNote.module.css'
import type { useSettingProposal } from './useSettingProposal.ts'

/** Below, the reader would not use it either. */
const highConfidence = 0.8

interface Props {
  proposal: ReturnType<typeof useSettingProposal>
  /** Reason if nothing is found. */
  nothing: string
}

/** The proposal's confidence, or why there is none. */
export function ProposalNote({ proposal: { state: proposal, untouched, propose }, nothing }: Props) {
  const again = (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconWand size={18} aria-hidden />}
      onClick={propose}
      loading={proposal.state === 'searching'}
    >
      自動で提案
    </Button>
  )
  return (
    <Group gap="xs" justify="space-between">
      <div role="status" className={classes.text}>
        {proposal.state === 'searching' && (
          <>
            <Loader size={16} aria-hidden /> 画像から位置を探しています
          </>
        )}
        {proposal.state === 'found' && untouched && (
          <>
            <StatusPill tone="waiting">
              {proposal.confidence === null ? '提案' : `提案 ${Math.round(proposal.confidence * 100)} %`}
            </StatusPill>
            {proposal.confidence === null || proposal.confidence >= highConfidence
              ? '破線は提案です。位置を確かめてください。'
              : '不確かな提案です。位置を1つずつ確かめ、違うものは動かすか削除してください。'}
          </>
        )}
        {proposal.state === 'nothing' && nothing}
        {proposal.state === 'failed' && '提案を作れませんでした。画面の操作で置いてください。'}
      </div>
      {again}
    </Group>
  )
}
