<?php

final class Puente_Method_Texts_Test extends Puente_Test_Case {

	protected function tearDown(): void {
		$GLOBALS['puente_locale']   = 'es_HN';
		$GLOBALS['puente_is_admin'] = false;
	}

	private static function read_in( $locale, array $settings ) {
		$GLOBALS['puente_locale'] = $locale;
		update_option( 'WPLANG', 'es_HN' );
		update_option( 'woocommerce_puente_settings', $settings );
		$gateway = new Puente_Gateway();
		return array( $gateway->title, $gateway->description );
	}

	public function test_a_visitor_reads_title_and_description_in_the_language_of_the_page() {
		$settings = array(
			'title_es'       => 'Tarjeta de crédito',
			'title_en'       => 'Credit card',
			'description_es' => 'Pague aquí.',
			'description_en' => 'Pay here.',
		);
		self::assertSame( array( 'Tarjeta de crédito', 'Pague aquí.' ), self::read_in( 'es_HN', $settings ) );
		self::assertSame( array( 'Credit card', 'Pay here.' ), self::read_in( 'en_US', $settings ) );
		// No French: the language of the plugin's own texts.
		self::assertSame( 'Credit card', self::read_in( 'fr_FR', $settings )[0] );
	}

	public function test_an_empty_text_is_the_default_of_the_language_even_without_a_connection() {
		self::assertSame( array( 'Card', 'Pay by credit or debit card on a secure page. You return here afterwards.' ), self::read_in( 'en_US', array( 'title_es' => 'Tarjeta' ) ) );
		self::assertSame( 'Card', self::read_in( 'es_HN', array( 'title_es' => ' ' ) )[0] );
	}

	public function test_the_text_of_an_earlier_version_is_shown_in_the_language_of_the_site_only() {
		self::assertSame( array( 'Tarjeta', 'Pague.' ), self::read_in( 'es_HN', array( 'title' => 'Tarjeta', 'description' => 'Pague.' ) ) );
		self::assertSame( 'Card', self::read_in( 'en_US', array( 'title' => 'Tarjeta' ) )[0] );
		// Cleared since.
		self::assertSame( 'Card', self::read_in( 'es_HN', array( 'title' => 'Tarjeta', 'title_es' => '' ) )[0] );
	}

	public function test_the_classic_checkout_shows_the_brands_that_the_merchant_chose_with_alternative_texts() {
		$html = ( new Puente_Gateway() )->get_icon();
		self::assertSame( 3, substr_count( $html, '<img ' ) );
		self::assertStringContainsString( 'alt="American Express"', $html );
		update_option( 'woocommerce_puente_settings', array( 'brands' => array( 'visa', 'unknown', '../x' ) ) );
		self::assertSame( array( 'visa' ), Puente_Card_Brands::shown() );
		// All deselected, as WooCommerce saves it.
		update_option( 'woocommerce_puente_settings', array( 'brands' => '' ) );
		self::assertSame( '', Puente_Card_Brands::html() );
	}

	public function test_every_brand_has_a_picture() {
		foreach ( array_keys( Puente_Card_Brands::NAMES ) as $id ) {
			self::assertFileExists( PUENTE_TESTED . '/assets/brands/' . $id . '.svg' );
		}
	}

	public function test_amex_is_named_in_full_where_woocommerce_has_no_name_for_it() {
		self::assertSame( 'American Express', Puente_Card_Brands::add_names( array( 'visa' => 'VISA' ) )['amex'] );
		self::assertSame( 'VISA', Puente_Card_Brands::add_names( array( 'visa' => 'VISA' ) )['visa'] );
		self::assertSame( 'Diners Club', Puente_Card_Brands::name( 'diners_club' ) );
	}

	public function test_the_method_is_first_at_the_checkout_if_the_merchant_wants_it() {
		$order = array( 'bacs' => 0, 'cod' => 1, 'puente' => 2 );
		self::assertSame( $order, Puente_Method_Position::put_first( $order ) );
		update_option( 'woocommerce_puente_settings', array( 'first' => 'yes' ) );
		$places = Puente_Method_Position::put_first( $order );
		asort( $places );
		self::assertSame( array( 'puente', 'bacs', 'cod' ), array_keys( $places ) );
		self::assertSame( array( 'puente' => -1 ), Puente_Method_Position::put_first( false ) );
		self::assertLessThan( -3, Puente_Method_Position::put_first( array( 'bacs' => '-3' ) )['puente'] );
		// WooCommerce's settings save what they read.
		$GLOBALS['puente_is_admin'] = true;
		self::assertSame( $order, Puente_Method_Position::put_first( $order ) );
	}

	public function test_the_test_card_is_shown_in_test_mode_only() {
		$gateway = new class() extends Puente_Gateway {
			public function __construct() {
				$this->id = Puente_Gateway::ID;
			}
			public function supports( $feature ) {
				return false;
			}
			public function get_description() {
				return '';
			}
		};
		$shown_in = static function ( $environment ) use ( $gateway ) {
			update_option( 'puente_facts', array( 'store' => array( 'environment' => $environment ) ) );
			ob_start();
			Puente_Classic_Fields::show( $gateway );
			return ob_get_clean();
		};
		self::assertStringContainsString( '<code>4111 1111 1111 1111</code>', $shown_in( 'test' ) );
		self::assertStringNotContainsString( '4111', $shown_in( 'live' ) );
		delete_option( 'puente_facts' );
		ob_start();
		Puente_Classic_Fields::show( $gateway );
		self::assertStringNotContainsString( '4111', ob_get_clean() );
	}
}
