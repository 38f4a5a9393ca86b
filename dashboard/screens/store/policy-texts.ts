/** Policy settings in a merchant's words. */
export const policyEn = {
  title: 'How payments are handled',
  about: 'Settings you leave alone keep the recommended defaults.',
  save: 'Save these settings',
  saved: 'Settings saved.',
  undo: 'Discard changes',
  groups: {
    order: 'When something is unusual',
    checkout: 'Where customers pay',
    page: 'What customers read',
    amounts: 'What is added to the amount',
    cards: 'Saved cards',
    night: 'Nightly comparison',
    platform: (platform: string) => `Orders in ${platform}`,
  },
  on_conflict: 'A payment does not match its order (paid twice, paid late, another amount)',
  on_conflict_options: {
    hold: 'Hold the order and open an alert',
    refund: 'Refund immediately',
  },
  on_expiry: 'An order was not paid in time',
  on_expiry_options: {
    leave: 'Leave it: a new checkout makes it payable again',
    cancel: 'Cancel the order',
  },
  confirm_above: 'Confirm payments above',
  confirm_above_hint:
    'Puente asks the gateway to confirm each payment above this amount before it notifies the shop. This takes one call per payment, and the shop waits while the gateway does not answer. Leave empty to confirm none.',
  confirm_above_wrong: 'Write an amount such as 10000 or 10000.50.',
  checkout_mode: 'Pay links lead to',
  checkout_mode_options: {
    hosted: "the gateway's page",
    card_page: 'the card page of Puente, in your colours',
  },
  card_page_theme: 'Look of the card page',
  card_page_theme_options: {
    auto: "As the customer's device",
    light: 'Light',
    dark: 'Dark',
  },
  card_page_accent_color: 'Colour of the card page',
  card_page_accent_color_hint: 'Such as #0b6e4f. Empty: that of Puente.',
  card_page_accent_color_wrong: 'Write a colour such as #0b6e4f.',
  save_cards: 'Offer customers to save their card',
  save_cards_hint: 'The gateway has to have enabled saved cards for your account.',
  saved_card_route: 'Charge saved cards',
  saved_card_route_options: {
    'by-method': 'by the method of the gateway (usual)',
    'by-token': 'by the token of the card',
  },
  saved_card_on_decline: 'A saved card is declined',
  saved_card_on_decline_options: {
    checkout: 'Give the customer a checkout for another card',
    stop: 'Do nothing more',
  },
  name_template: 'Name of the payment',
  name_template_hint:
    'May have {number}, {id}, {store}, {description}. Empty: “Order” and the number.',
  name_template_wrong:
    'Use only {number}, {id}, {store} and {description}, and at most 500 characters.',
  description_template: 'Description of the payment',
  description_template_hint: 'May have {number}, {id}, {store}, {description}.',
  description_template_wrong:
    'Use only {number}, {id}, {store} and {description}, and at most 500 characters.',
  lock_customer_fields: 'Customers cannot change the name and e-mail that your shop knows',
  service_fee: "The customer pays the gateway's commission",
  service_fee_hint: 'You receive the amount of the order; the customer pays a little more.',
  sales_tax: 'Tax on top',
  sales_tax_options: { none: 'None', fixed: 'A fixed amount', percentage: 'A percentage' },
  sales_tax_value: 'How much',
  sales_tax_wrong: 'Write a number such as 15 or 7.50; a percentage is 100 at most.',
  tip: 'Customers can add a tip',
  tip_percentages: 'Percentages to pick from',
  tip_percentages_hint: 'Such as 5, 10, 15. Ten at most.',
  tip_wrong: 'Write percentages up to 100 such as 5, 10, 15; ten at most.',
  tip_allow_custom: 'Customers can type a tip of their own',
  nightly: 'Compare with the gateway and the shop every night',
  nightly_days: 'How many days back',
  reconcile_wrong: 'Write a whole number from 1 to 366.',
  wrong: 'This value is not valid.',
  platform: {
    shopify: {
      payment_method: {
        label: 'Manual payment methods that are paid through Puente',
        hint: 'One a line, as your shop calls them.',
      },
      pay_within_hours: {
        label: 'Hours that an order may wait for its payment',
        hint: 'Empty: for ever.',
      },
      expired: {
        label: 'An order that was not paid in time',
        options: { leave: 'Stays as it is in Shopify', cancel: 'Is cancelled in Shopify' },
      },
      restock: { label: 'Restock its items' },
      note_pay_link: { label: "Write the pay link into the order's note" },
      checkout_minutes: {
        label: 'Minutes that one checkout can be paid',
        hint: 'The pay link makes a new one whenever it is needed.',
      },
    },
    woocommerce: {
      paid: {
        label: 'A paid order becomes',
        hint: '“automatic”: what WooCommerce makes of it. Else a status such as “completed”.',
      },
      expired: {
        label: 'An order that was not paid in time',
        options: { leave: 'Stays as it is', failed: 'Has failed', cancelled: 'Is cancelled' },
      },
      voided: {
        label: 'An order whose charge was voided',
        options: { refund: 'Gets a refund in its books', cancel: 'Is cancelled' },
      },
      held: {
        label: 'An order whose payment does not match',
        options: { 'on-hold': 'Is put on hold', leave: 'Stays as it is' },
      },
      restock: {
        label: 'Goods of an order that was refunded outside the shop',
        options: { leave: 'Are not restocked', full: 'Are restocked' },
      },
      checkout_minutes: {
        label: 'Minutes that one checkout can be paid',
        hint: 'A new one is made whenever the customer comes back.',
      },
      identity_field: {
        label: "Order field with the customer's identity number",
        hint: 'Empty: none.',
      },
    },
  } as PlatformTexts,
}

type PlatformTexts = Record<
  string,
  Record<string, { label: string; hint?: string; options?: Record<string, string> }>
>

export const policyEs: typeof policyEn = {
  title: 'Cómo se manejan los pagos',
  about: 'Lo que no cambie conserva el valor recomendado.',
  save: 'Guardar estos ajustes',
  saved: 'Ajustes guardados.',
  undo: 'Descartar los cambios',
  groups: {
    order: 'Cuando algo es inusual',
    checkout: 'Dónde pagan los clientes',
    page: 'Qué leen los clientes',
    amounts: 'Qué se añade al monto',
    cards: 'Tarjetas guardadas',
    night: 'Comparación nocturna',
    platform: (platform) => `Pedidos en ${platform}`,
  },
  on_conflict: 'Un pago no corresponde a su pedido (pagado dos veces, tarde, otro monto)',
  on_conflict_options: {
    hold: 'Retener el pedido y abrir una alerta',
    refund: 'Reembolsarlo de inmediato',
  },
  on_expiry: 'Un pedido no se pagó a tiempo',
  on_expiry_options: {
    leave: 'Dejarlo como está: un nuevo cobro permite pagarlo otra vez',
    cancel: 'Cancelar el pedido',
  },
  confirm_above: 'Confirmar los pagos de más de',
  confirm_above_hint:
    'Antes de avisar a la tienda, Puente pide a la pasarela que confirme cada pago mayor que este monto. Es una consulta por pago, y la tienda espera mientras la pasarela no responda. Vacío: no se confirma ninguno.',
  confirm_above_wrong: 'Escriba un monto como 10000 o 10000.50.',
  checkout_mode: 'Los enlaces de pago llevan a',
  checkout_mode_options: {
    hosted: 'la página de la pasarela',
    card_page: 'la página de tarjeta de Puente, en sus colores',
  },
  card_page_theme: 'Apariencia de la página de tarjeta',
  card_page_theme_options: {
    auto: 'Como el dispositivo del cliente',
    light: 'Clara',
    dark: 'Oscura',
  },
  card_page_accent_color: 'Color de la página de tarjeta',
  card_page_accent_color_hint: 'Como #0b6e4f. Vacío: el de Puente.',
  card_page_accent_color_wrong: 'Escriba un color como #0b6e4f.',
  save_cards: 'Ofrecer a los clientes guardar su tarjeta',
  save_cards_hint: 'La pasarela tiene que haber activado las tarjetas guardadas en su cuenta.',
  saved_card_route: 'Cobrar a tarjetas guardadas',
  saved_card_route_options: {
    'by-method': 'por el método de la pasarela (lo habitual)',
    'by-token': 'por el token de la tarjeta',
  },
  saved_card_on_decline: 'Una tarjeta guardada se rechaza',
  saved_card_on_decline_options: {
    checkout: 'Dar al cliente un cobro para otra tarjeta',
    stop: 'No hacer nada más',
  },
  name_template: 'Nombre del pago',
  name_template_hint:
    'Puede llevar {number}, {id}, {store}, {description}. Vacío: «Pedido» y el número.',
  name_template_wrong:
    'Use solo {number}, {id}, {store} y {description}, y como máximo 500 caracteres.',
  description_template: 'Descripción del pago',
  description_template_hint: 'Puede llevar {number}, {id}, {store}, {description}.',
  description_template_wrong:
    'Use solo {number}, {id}, {store} y {description}, y como máximo 500 caracteres.',
  lock_customer_fields: 'Los clientes no pueden cambiar el nombre y el correo que su tienda conoce',
  service_fee: 'El cliente asume la comisión de la pasarela',
  service_fee_hint: 'Usted recibe el monto del pedido; el cliente paga un poco más.',
  sales_tax: 'Impuesto adicional',
  sales_tax_options: { none: 'Ninguno', fixed: 'Un monto fijo', percentage: 'Un porcentaje' },
  sales_tax_value: 'Cuánto',
  sales_tax_wrong: 'Escriba un número como 15 o 7.50; un porcentaje es 100 como máximo.',
  tip: 'Los clientes pueden añadir una propina',
  tip_percentages: 'Porcentajes para elegir',
  tip_percentages_hint: 'Como 5, 10, 15. Diez como máximo.',
  tip_wrong: 'Escriba porcentajes hasta 100 como 5, 10, 15; diez como máximo.',
  tip_allow_custom: 'Los clientes pueden escribir su propia propina',
  nightly: 'Comparar cada noche con la pasarela y la tienda',
  nightly_days: 'Cuántos días hacia atrás',
  reconcile_wrong: 'Escriba un número entero de 1 a 366.',
  wrong: 'Este valor no es válido.',
  platform: {
    shopify: {
      payment_method: {
        label: 'Métodos de pago manuales que se pagan con Puente',
        hint: 'Uno por línea, como los llama su tienda.',
      },
      pay_within_hours: {
        label: 'Horas que un pedido puede esperar su pago',
        hint: 'Vacío: para siempre.',
      },
      expired: {
        label: 'Un pedido que no se pagó a tiempo',
        options: { leave: 'Se queda como está en Shopify', cancel: 'Se cancela en Shopify' },
      },
      restock: { label: 'Sus artículos vuelven entonces al inventario' },
      note_pay_link: { label: 'Escribir el enlace de pago en la nota del pedido' },
      checkout_minutes: {
        label: 'Minutos durante los que se puede pagar un cobro',
        hint: 'El enlace de pago crea uno nuevo cuando hace falta.',
      },
    },
    woocommerce: {
      paid: {
        label: 'Un pedido pagado pasa a',
        hint: '«automatic»: lo que WooCommerce decida. Si no, un estado como «completed».',
      },
      expired: {
        label: 'Un pedido que no se pagó a tiempo',
        options: { leave: 'Se queda como está', failed: 'Queda fallido', cancelled: 'Se cancela' },
      },
      voided: {
        label: 'Un pedido cuyo cobro se anuló',
        options: { refund: 'Recibe un reembolso en sus libros', cancel: 'Se cancela' },
      },
      held: {
        label: 'Un pedido cuyo pago no corresponde',
        options: { 'on-hold': 'Se pone en espera', leave: 'Se queda como está' },
      },
      restock: {
        label: 'Productos de un pedido reembolsado fuera de la tienda',
        options: { leave: 'No vuelven al inventario', full: 'Vuelven al inventario' },
      },
      checkout_minutes: {
        label: 'Minutos durante los que se puede pagar un cobro',
        hint: 'Se crea uno nuevo cuando el cliente vuelve.',
      },
      identity_field: {
        label: 'Campo del pedido con el número de identidad del cliente',
        hint: 'Vacío: ninguno.',
      },
    },
  },
}
