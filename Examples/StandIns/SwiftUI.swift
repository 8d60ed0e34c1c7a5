// Apple documents what these declarations mean.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The part of SwiftUI that the adapter uses, with its signatures. Nothing is drawn: it shows that the adapter compiles.

@MainActor public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("no view has it") }
}

/// A view of the library itself.
@MainActor public protocol StandInView: View where Body == Never {}
extension StandInView { public var body: Never { fatalError("it is drawn by the library") } }

@MainActor @resultBuilder public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { TupleView() }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

public struct EmptyView: StandInView {}
public struct TupleView<T>: StandInView {}
extension Optional: View where Wrapped: View { public var body: Never { fatalError("it is drawn by the library") } }

@propertyWrapper public struct State<Value> {
  private final class Box { var value: Value; init(_ value: Value) { self.value = value } }
  private let box: Box
  public init(wrappedValue value: Value) { box = Box(value) }
  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
  public var projectedValue: Binding<Value> { Binding(get: { box.value }, set: { box.value = $0 }) }
}

@propertyWrapper public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) { (self.get, self.set) = (get, set) }
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
  public var projectedValue: Binding<Value> { self }
}

public struct Text: StandInView { public init<S: StringProtocol>(_ content: S) {} }
public struct Image: StandInView { public init(systemName: String) {} }
public struct Spacer: StandInView { public init() {} }
public struct HStack<Content: View>: StandInView { public init(@ViewBuilder content: () -> Content) { _ = content() } }

public struct Button<Label: View>: StandInView {
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) { _ = label() }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: StandInView {
  public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    for element in data { _ = content(element) }
  }
}

public struct Section<Parent: View, Content: View, Footer: View>: StandInView {}
extension Section where Footer == EmptyView {
  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) { (_, _) = (content(), header()) }
}

public struct List<SelectionValue: Hashable, Content: View>: StandInView {
  public init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) { _ = content() }
}

@MainActor public struct ScrollViewProxy { public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {} }

public struct ScrollViewReader<Content: View>: StandInView {
  public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) { _ = content(ScrollViewProxy()) }
}

public struct UnitPoint: Hashable, Sendable { public static let top = UnitPoint(), bottom = UnitPoint() }
public enum Edge: Sendable { case top, leading, bottom, trailing }
public struct Angle: Sendable { public static func degrees(_ degrees: Double) -> Angle { Angle() } }
public struct Animation: Sendable { public static let `default` = Animation() }

public struct AnyTransition {
  public static func move(edge: Edge) -> AnyTransition { AnyTransition() }
  public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition { AnyTransition() }
  public static var opacity: AnyTransition { AnyTransition() }
  public func combined(with other: AnyTransition) -> AnyTransition { self }
}

extension View {
  public func id<ID: Hashable>(_ id: ID) -> some View { self }
  public func tag<V: Hashable>(_ tag: V) -> some View { self }
  public func transition(_ transition: AnyTransition) -> some View { self }
  public func rotationEffect(_ angle: Angle) -> some View { self }
  public func disabled(_ disabled: Bool) -> some View { self }
}

@MainActor public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { try body() }
