import type { LlmUsageLog } from '../../../contract/llm-usage.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { PictureViewer } from '../../ui/stage/PictureViewer.tsx'
import { Fact } from '../../ui/text/Fact.tsx'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { LlmStatus } from './LlmUsageCard.tsx'

interface Props {
  row: LlmUsageLog
  onClose: () => void
}

const unknown = '不明'

/** What was sent, what came back, and what it cost. */
export function LlmUsageDialog({ row, onClose }: Props) {
  const { reading, status, reason, answer, cost, input_tokens: input, output_tokens: output } = row
  const name = reading?.meter.name ?? row.model
  return (
    <Dialog opened title={`LLM利用ログ（${name}）`} width={960} onClose={onClose}>
      {row.image && (
        <PictureViewer
          framed={null}
          original={row.image}
          preview={row.thumbnail}
          alt={`${name}の写真`}
          name={`llm-${row.id}`}
        />
      )}
      <Fact label="状態">
        <LlmStatus status={status} />
      </Fact>
      <Fact label={status === 'success' ? '結果' : 'エラー'}>{reason ?? '測定値に採用しました'}</Fact>
      <Fact label="回答">
        <span className="multiline">{answer === null || answer === '' ? 'なし' : answer}</span>
      </Fact>
      <Fact label="ユーザープロンプト">
        <span className="multiline">{row.user_prompt}</span>
      </Fact>
      <Fact label="システムプロンプト">
        <span className="multiline">{row.system_prompt}</span>
      </Fact>
      <Fact label="プロバイダー">{row.provider}</Fact>
      <Fact label="モデル">{row.model}</Fact>
      <Fact label="トークン数">
        {input === null || output === null
          ? unknown
          : `入力 ${formatNumber(input, 0)}、出力 ${formatNumber(output, 0)}`}
      </Fact>
      <Fact label="費用">{cost === null ? unknown : formatNumber(cost, 6)}</Fact>
      <Fact label="所要時間">{formatNumber(row.duration / 1000, 1)} 秒</Fact>
      <Fact label="日時">
        <TimeText time={row.created_at} />
      </Fact>
    </Dialog>
  )
}
