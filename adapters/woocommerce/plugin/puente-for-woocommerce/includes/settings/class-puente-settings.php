<?php
/**
 * Settings.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reads the payment method's settings and defines their fields.
 */
class Puente_Settings {

	const OPTION = 'woocommerce_puente_settings';

	/**
	 * Returns a setting.
	 *
	 * @param string $name     Its name.
	 * @param string $fallback Default.
	 */
	public static function get( $name, $fallback = '' ) {
		$settings = get_option( self::OPTION );
		return is_array( $settings ) && isset( $settings[ $name ] ) && is_string( $settings[ $name ] ) ? $settings[ $name ] : $fallback;
	}

	/**
	 * Returns whether a checkbox is ticked.
	 *
	 * @param string $name Its name.
	 */
	public static function is_on( $name ) {
		return 'yes' === self::get( $name );
	}

	/**
	 * Returns whether customers type their card on this site, with card fields set up at Puente.
	 */
	public static function has_card_fields() {
		return 'fields' === self::get( 'way', 'redirect' ) && null !== Puente_Facts::card_fields();
	}

	/**
	 * Returns the fields of the settings page.
	 *
	 * @return array For WC_Settings_API.
	 */
	public static function form_fields() {
		return array(
			'enabled'           => array(
				'title'   => __( 'Enable', 'puente-for-woocommerce' ),
				'type'    => 'checkbox',
				'label'   => __( 'Take card payments through Puente', 'puente-for-woocommerce' ),
				'default' => 'no',
			),
			'title_es'          => array(
				'title'       => __( 'Title in Spanish', 'puente-for-woocommerce' ),
				'type'        => 'safe_text',
				'description' => __( 'Name of this payment method for customers who read the shop in this language. Empty: “Card” in that language.', 'puente-for-woocommerce' ),
				'default'     => self::former_text( 'title', 'es' ),
				'desc_tip'    => true,
			),
			'description_es'    => array(
				'title'       => __( 'Description in Spanish', 'puente-for-woocommerce' ),
				'type'        => 'textarea',
				'description' => __( 'Shown when customers choose this method. Empty: a sentence that fits the way to pay, in that language.', 'puente-for-woocommerce' ),
				'default'     => self::former_text( 'description', 'es' ),
				'desc_tip'    => true,
			),
			'title_en'          => array(
				'title'       => __( 'Title in English', 'puente-for-woocommerce' ),
				'type'        => 'safe_text',
				'description' => __( 'Name of this payment method for customers who read the shop in this language. Empty: “Card” in that language.', 'puente-for-woocommerce' ),
				'default'     => self::former_text( 'title', 'en' ),
				'desc_tip'    => true,
			),
			'description_en'    => array(
				'title'       => __( 'Description in English', 'puente-for-woocommerce' ),
				'type'        => 'textarea',
				'description' => __( 'Shown when customers choose this method. Empty: a sentence that fits the way to pay, in that language.', 'puente-for-woocommerce' ),
				'default'     => self::former_text( 'description', 'en' ),
				'desc_tip'    => true,
			),
			'brands'            => array(
				'title'       => __( 'Cards shown', 'puente-for-woocommerce' ),
				'type'        => 'multiselect',
				'class'       => 'wc-enhanced-select',
				'options'     => Puente_Card_Brands::NAMES,
				'description' => __( 'Brands beside the title at checkout. Choose those that your gateway account accepts.', 'puente-for-woocommerce' ),
				'default'     => array_keys( Puente_Card_Brands::NAMES ),
			),
			'first'             => array(
				'title'       => __( 'Position', 'puente-for-woocommerce' ),
				'type'        => 'checkbox',
				'label'       => __( 'Show this payment method first at checkout', 'puente-for-woocommerce' ),
				'description' => __( 'A customer\'s default saved card is preselected in any position.', 'puente-for-woocommerce' ),
				'default'     => 'no',
			),
			'way'               => array(
				'title'       => __( 'Way to pay', 'puente-for-woocommerce' ),
				'type'        => 'select',
				'class'       => 'wc-enhanced-select',
				'options'     => array(
					'redirect' => __( 'On the secure page of the payment gateway', 'puente-for-woocommerce' ),
					'fields'   => __( 'Card fields on your checkout page', 'puente-for-woocommerce' ),
				),
				'description' => __( 'Card numbers never reach your site: the fields belong to the gateway. They need a publishable key in Puente; without one, customers pay on the gateway\'s page.', 'puente-for-woocommerce' ),
				'default'     => 'redirect',
			),
			'currencies'        => array(
				'title'       => __( 'Currencies', 'puente-for-woocommerce' ),
				'type'        => 'text',
				'description' => __( 'Currencies enabled for your terminal, such as “HNL, USD”. In others, this payment method is hidden from customers. Empty: all, until the gateway refuses one.', 'puente-for-woocommerce' ),
				'default'     => '',
			),
			'saved_cards'       => array(
				'title'       => __( 'Saved cards', 'puente-for-woocommerce' ),
				'type'        => 'checkbox',
				'label'       => __( 'Customers with an account can pay with a saved card', 'puente-for-woocommerce' ),
				'description' => __( 'Customers save cards through the card fields only. Your gateway account must have saved cards enabled.', 'puente-for-woocommerce' ),
				'default'     => 'no',
			),
			'identity_source'   => array(
				'title'       => __( 'Identity number', 'puente-for-woocommerce' ),
				'type'        => 'select',
				'class'       => 'wc-enhanced-select',
				'options'     => array(
					'none'  => __( 'Do not ask for it', 'puente-for-woocommerce' ),
					'own'   => __( 'Ask for it at the checkout (optional field)', 'puente-for-woocommerce' ),
					'other' => __( 'Another plugin asks for it', 'puente-for-woocommerce' ),
				),
				'description' => __( 'The gateway finds a customer\'s saved cards most reliably by the identity number.', 'puente-for-woocommerce' ),
				'default'     => 'none',
			),
			'identity_meta_key' => array(
				'title'       => __( 'Field of the identity number', 'puente-for-woocommerce' ),
				'type'        => 'text',
				'description' => __( 'If another plugin asks for it: the order meta key that holds the number, such as _billing_dni.', 'puente-for-woocommerce' ),
				'default'     => '',
			),
			'debug'             => array(
				'title'       => __( 'Log', 'puente-for-woocommerce' ),
				'type'        => 'checkbox',
				'label'       => __( 'Also log polls and details', 'puente-for-woocommerce' ),
				'description' => __( 'WooCommerce → Status → Logs, source “puente”. Ids and codes only. Failures and calls that change something are always logged.', 'puente-for-woocommerce' ),
				'default'     => 'no',
			),
		);
	}

	/**
	 * Returns the text that earlier versions had for all languages: it is in the site's.
	 *
	 * @param string $name     Setting.
	 * @param string $language `es` or `en`.
	 */
	private static function former_text( $name, $language ) {
		// The option, because plugins for several languages filter get_locale().
		$is_spanish = 0 === strpos( (string) get_option( 'WPLANG' ), 'es' );
		return ( 'es' === $language ) === $is_spanish ? self::get( $name ) : '';
	}

	/**
	 * Returns the default title.
	 */
	public static function default_title() {
		return __( 'Card', 'puente-for-woocommerce' );
	}

	/**
	 * Returns the default description.
	 */
	public static function default_description() {
		return self::has_card_fields()
			? __( 'Pay by credit or debit card.', 'puente-for-woocommerce' )
			: __( 'Pay by credit or debit card on a secure page. You return here afterwards.', 'puente-for-woocommerce' );
	}
}
