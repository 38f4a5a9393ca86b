<?php
/**
 * Payment method of the checkout block.
 *
 * @package Puente
 */

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

defined( 'ABSPATH' ) || exit;

/**
 * Registers its script and settings with the block.
 */
class Puente_Blocks_Method extends AbstractPaymentMethodType {

	const SCRIPT = 'puente-blocks';

	/**
	 * Name of the method.
	 *
	 * @var string
	 */
	protected $name = Puente_Gateway::ID;

	/**
	 * Required by the base class.
	 */
	public function initialize() {}

	/**
	 * Returns whether customers may choose it.
	 */
	public function is_active() {
		$gateway = self::gateway();
		return $gateway && 'yes' === $gateway->enabled && null !== Puente_Pairings::current();
	}

	/**
	 * Registers the scripts.
	 *
	 * @return string[]
	 */
	public function get_payment_method_script_handles() {
		Puente_Card_Form::register();
		wp_register_script(
			self::SCRIPT,
			plugins_url( 'assets/blocks.js', PUENTE_FILE ),
			array( 'wc-blocks-registry', 'wc-settings', 'wp-data', 'wp-element', 'wp-html-entities', Puente_Card_Form::SCRIPT ),
			PUENTE_VERSION,
			true
		);
		return array( self::SCRIPT );
	}

	/**
	 * Returns the script's settings.
	 */
	public function get_payment_method_data() {
		$gateway = self::gateway();
		if ( ! $gateway ) {
			return array();
		}
		$card_form = Puente_Card_Form::settings();
		$has_cards = $gateway->supports( 'tokenization' );
		return array(
			'title'          => $gateway->get_title(),
			'description'    => $gateway->get_description(),
			'testWords'      => Puente_Facts::is_test() ? Puente_Classic_Fields::test_words() : '',
			'testCard'       => Puente_Classic_Fields::TEST_CARD,
			'icons'          => Puente_Card_Brands::icons(),
			'features'       => array_values( array_filter( $gateway->supports, array( $gateway, 'supports' ) ) ),
			'showSavedCards' => $has_cards,
			'showSaveOption' => $has_cards && null !== $card_form && ! $card_form['savesAlways'],
			'savingWords'    => $card_form && $card_form['savesAlways'] ? Puente_Gateway::saving_words() : '',
			'currencies'     => Puente_Accepted_Currencies::named(),
			'refused'        => Puente_Accepted_Currencies::refused(),
			'cardForm'       => $card_form,
			'identityField'  => Puente_Identity_Number::BLOCKS_FIELD,
			'tokenField'     => Puente_Gateway::TOKEN_FIELD,
		);
	}

	/**
	 * Returns the payment method.
	 *
	 * @return Puente_Gateway|null
	 */
	private static function gateway() {
		$gateways = WC()->payment_gateways()->payment_gateways();
		return isset( $gateways[ Puente_Gateway::ID ] ) ? $gateways[ Puente_Gateway::ID ] : null;
	}
}
