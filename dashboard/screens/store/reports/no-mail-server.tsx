import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { storeReportsQuery } from '../panel-queries.ts'
import { useStoreTexts } from '../store-texts.ts'

export const NoMailServer = ({ storeId }: { storeId: string }) => {
  const { noMailServer } = useStoreTexts()
  const { data } = useQuery(storeReportsQuery(storeId))
  return data && !data.has_mail_server ? <Text className="warn">{noMailServer}</Text> : null
}
