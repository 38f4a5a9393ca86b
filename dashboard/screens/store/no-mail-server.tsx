import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../app/language.ts'
import { storeReportsQuery } from '../queries.ts'

export const NoMailServer = ({ storeId }: { storeId: string }) => {
  const { noMailServer } = useTexts().store
  const { data } = useQuery(storeReportsQuery(storeId))
  return data && !data.has_mail_server ? <Text className="warn">{noMailServer}</Text> : null
}
