import { use } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'

export const PortalLink = () => {
  const texts = useTexts()
  const { data } = use.useQuery('get', '/operator/v1/gateway', {})
  return data?.portal_url ? (
    <a href={data.portal_url} target="_blank" rel="noreferrer">
      {texts.openPortal}
    </a>
  ) : null
}
