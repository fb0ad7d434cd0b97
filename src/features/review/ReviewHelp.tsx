import { Kbd, Table } from '@mantine/core'
import { Dialog } from '../../ui/dialog/Dialog.tsx'

const keys: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['Enter'], '確定して次へ'],
  [['0', '…', '9'], '選んだ桁に上書きする'],
  [['←', '→'], '桁を選ぶ'],
  [['↑', '↓'], '選んだ桁を1つ進める・戻す'],
  [['Backspace'], '最後の1文字を消す'],
  [['J', 'K'], '確定しないで次へ・前へ'],
  [['S'], 'あとで（列の最後に回す）'],
  [['Z'], '直前の確定や依頼を元に戻す（10秒間）'],
  [['R'], '撮り直しを依頼する'],
  [['P'], '写真全体を見る'],
  [['W'], '同じ値を並べて見る・1件ずつ見る'],
  [['?'], 'この一覧'],
]

export const ReviewHelp = ({ onClose }: { onClose: () => void }) => (
  <Dialog opened title="キー操作" width={480} onClose={onClose}>
    <Table>
      <Table.Tbody>
        {keys.map(([names, what]) => (
          <Table.Tr key={what}>
            <Table.Td className="nowrap">
              {names.map((name) => (
                <Kbd key={name} mr={4}>
                  {name}
                </Kbd>
              ))}
            </Table.Td>
            <Table.Td>{what}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Dialog>
)
