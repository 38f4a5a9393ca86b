export const REFUND_STATE_TEXTS = {
  en: {
    pending: 'About to be sent',
    requested: 'Being sent',
    unknown: 'Being found out',
    accepted: 'Accepted',
    waiting: 'Waits',
    succeeded: 'Refunded',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  es: {
    pending: 'Por enviarse',
    requested: 'Enviándose',
    unknown: 'Averiguándose',
    accepted: 'Aceptado',
    waiting: 'En espera',
    succeeded: 'Reembolsado',
    failed: 'Fallido',
    cancelled: 'Cancelado',
  },
}
