import { renderSVG } from 'uqr'
import { useTexts } from '../../app/language.ts'

export const QrCode = ({ url }: { url: string }) => (
  <img
    className="qr"
    alt={useTexts().payLink.qrAlt}
    src={`data:image/svg+xml,${encodeURIComponent(renderSVG(url))}`}
  />
)
